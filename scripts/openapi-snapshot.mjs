// Keeps copies of the OpenAPI documents in docs/, so that reviews show changes of the API. With --check it only
// compares them, and fails if they differ. Needs the output of `npm run build:server`.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildApp } from '../dist/start/app.js';
import { readConfig } from '../dist/start/config.js';

const COPIES = {
  '/openapi.json': 'docs/openapi.snapshot.json',
  '/manage/openapi.json': 'docs/manage/openapi.snapshot.json',
};

const folder = await mkdtemp(join(tmpdir(), 'cairn-openapi-'));
const { config } = readConfig({
  CAIRN_PUBLIC_URL: 'https://cairn.test',
  CAIRN_DATABASE_URL: 'embedded::memory:',
  CAIRN_ASSETS: folder,
  CAIRN_DEMO: 'off',
  CAIRN_LOG_LEVEL: 'warn',
});
const app = await buildApp(config);
await app.preparation.done;
const port = await app.server.listen({ host: '127.0.0.1', port: 0 });
try {
  for (const [url, file] of Object.entries(COPIES)) {
    const answer = await fetch(`http://127.0.0.1:${port}${url}`);
    const text = `${printed(await answer.json())}\n`;
    if (process.argv.includes('--check')) await compare(url, file, text);
    else await write(file, text);
  }
} finally {
  await app.close();
  await rm(folder, { recursive: true, force: true });
}

async function write(file, text) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

async function compare(url, file, text) {
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept === text) return;
  const [before, now] = [kept.split('\n'), text.split('\n')];
  const line = now.findIndex((content, place) => content !== before[place]);
  console.error(`${url} differs from ${file}, first in line ${line + 1}:\n- ${before[line]}\n+ ${now[line]}`);
  console.error('Where the change is meant: npm run openapi');
  process.exitCode = 1;
}

/** Indents by two spaces and keeps values that fit into 120 characters on one line. */
function printed(value, indent = '', used = 0) {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const key = (name) => (Array.isArray(value) ? '' : `${JSON.stringify(name)}: `);
  const flat = JSON.stringify(value);
  if (members.length === 0) return flat;
  if (flat.length <= 120) {
    const space = Array.isArray(value) ? '' : ' ';
    const line = `${open}${space}${members.map(([name, member]) => key(name) + printed(member)).join(', ')}${space}${close}`;
    if (!line.includes('\n') && indent.length + used + line.length < 120) return line;
  }
  const below = `${indent}  `;
  const lines = members.map(([name, member]) => below + key(name) + printed(member, below, key(name).length));
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}
