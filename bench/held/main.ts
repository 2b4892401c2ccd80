// Measures how long each request blocks the process, and how much memory it takes, in a workspace of 20,000 people
// (CAIRN_BENCH_PEOPLE) in which one in twenty trails has the largest allowed document: node scripts/run-ts.mjs
// bench/held/main.ts, after npm run build:server. CAIRN_TEST_DATABASE_URL names an empty PostgreSQL database.
// CAIRN_BENCH_SEEDED names a file that records what was seeded, so that a second run on that database skips seeding.
// Linux only.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Asked, requestsOf } from '../large-workspace/requests.ts';
import { ownerLink, seedWorkspace, type Workspace } from '../large-workspace/seed.ts';
import { startCairn } from '../support/processes.ts';
import { needsServer, onDatabase, storageOn } from '../support/storage.ts';
import { enlarge } from './large-documents.ts';
import { moreRequests } from './more-requests.ts';

const PEOPLE = Number(process.env.CAIRN_BENCH_PEOPLE ?? 20_000);
const { url, env, remove } = await storageOn(needsServer());
const only = process.argv[2];
const workspace = await seeded(url, process.env.CAIRN_BENCH_SEEDED);
const patient = { ...env, CAIRN_DATABASE_QUERY_SECONDS: '60' };
const service = await startCairn(patient, ['--import', resolve('bench/held/probe.mjs')]);
const asked = await requestsOf(service.address, workspace);
const rows = [];
for (const request of [...asked, ...moreRequests(workspace, asked)]) {
  if (only !== undefined && !request.name.includes(only)) continue;
  const row = await held(request);
  rows.push(row);
  console.error(row);
}
await service.stop();
await remove();
console.log('| request | status | MB | first, ms | again, ms | memory more, MB |\n|---|---:|---:|---:|---:|---:|');
for (const { name, status, mb, first, again, more } of rows.sort((one, other) => other.first - one.first))
  console.log(`| \`${name}\` | ${[status, ...[mb, first, again, more].map((n) => n.toFixed(1))].join(' | ')} |`);
process.exit();

async function seeded(database: string, file: string | undefined): Promise<Workspace> {
  const made = await onDatabase(database, async (db) => {
    if (file !== undefined && existsSync(file)) {
      const before: Workspace = JSON.parse(readFileSync(file, 'utf8'));
      return { ...before, link: await ownerLink(db, before.team_id) };
    }
    const workspace = await seedWorkspace(db, PEOPLE);
    await enlarge(db, workspace.team_id);
    return workspace;
  });
  if (file !== undefined) writeFileSync(file, JSON.stringify(made));
  return made;
}

async function held(request: Asked & { readonly body?: object; readonly times?: number }) {
  const send = async () => {
    const { headers, path, body, times = 1 } = request;
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const one = async () => {
      const answer = await fetch(service.address + path, { headers: { ...headers, ...type }, ...sent });
      const bytes = (await answer.arrayBuffer()).byteLength;
      if (!answer.ok) throw new Error(`${request.name} is ${answer.status}`);
      return { status: answer.status, bytes };
    };
    const [answer = { status: 0, bytes: 0 }] = await Promise.all(Array.from({ length: times }, one));
    return answer;
  };
  await service.asked();
  const before = service.memoryMb();
  service.forgetPeak();
  const { status, bytes } = await send();
  const { longestMs: first } = (await service.asked()) as { longestMs: number };
  await send();
  const { longestMs: again } = (await service.asked()) as { longestMs: number };
  return { name: request.name, status, mb: bytes / 1_048_576, first, again, more: service.peakMb() - before };
}
