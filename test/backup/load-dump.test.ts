// A dump goes through pg_restore and psql, both simulated by scripts. If one of the tools fails, the error names it,
// and psql never receives a commit.
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadDump } from '../../src/backup/load-dump.ts';
import { isRefusal } from '../../src/base/refusal.ts';
import type { Db } from '../../src/storage/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder('load-dump');
const [sent, args] = [join(folder, 'sent'), join(folder, 'args')];
const { PATH } = process.env;
beforeEach(() => {
  vi.stubEnv('PATH', `${folder}${delimiter}${PATH}`);
  for (const file of [sent, args, join(folder, 'writing')]) rmSync(file, { force: true });
});
afterEach(() => void vi.unstubAllEnvs());

function tool(name: string, lines: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${lines}\n`);
  chmodSync(join(folder, name), 0o755);
}
/** Runs forever, even after the program that started it has ended. */
const ENDLESS = `yes statement 2> /dev/null & echo $! > ${join(folder, 'writing')}; wait`;
const TAKES = `printf '%s' "$*" > ${args}; cat > ${sent}`;

/** Resolves with the error message. `holds` is the server's response to the check afterwards. */
async function failure(holds: Db['row'] = async () => undefined): Promise<string> {
  const database: Db = { rows: async () => [], row: holds };
  const run = { url: 'postgres://u:s3cret@h/d', database, silenceMs: 60_000 };
  return loadDump('a.dump', '2026-11-20T00:00:00.000Z', run).then(() => 'none', String);
}

function isWriting(): boolean {
  try {
    return process.kill(Number(readFileSync(join(folder, 'writing'), 'utf8')), 0);
  } catch {
    return false;
  }
}

test('wraps any number of statements in a transaction that ends with the marker', async () => {
  tool('pg_restore', `printf 'first;\\n'; head -c 3000000 /dev/zero | tr '\\0' 'x'; printf '\\nlast;\\n'`);
  tool('psql', TAKES);
  expect(await failure()).toBe('none');
  const text = readFileSync(sent, 'utf8').replace(/x{9,}/, ({ length }) => `${length} x`);
  expect(text).toMatch(
    /^\s*begin;[\s\S]+\nfirst;\n3000000 x\nlast;\n\s*reset all;\s*select record_moves\(\);[^;]+:'made_at'[^;]+;\s*commit;\s*$/,
  );
  expect(readFileSync(args, 'utf8')).toContain('--set=made_at=2026-11-20T00:00:00.000Z --dbname=postgres://u@h/d');
});

test.each([
  ['a pg_restore that fails halfway', 'echo first; exit 4', TAKES, 'pg_restore ended with exit code 4'],
  ['a killed pg_restore', 'echo first; kill -9 $$', TAKES, 'pg_restore ended with SIGKILL'],
  ['a psql that fails during the transfer', ENDLESS, 'head -n 2 > /dev/null; exit 3', 'psql ended with exit code 3'],
  ['a psql that fails immediately', ENDLESS, 'exit 2', 'psql ended with exit code 2'],
  ['a killed psql', ENDLESS, 'kill -9 $$', 'psql ended with SIGKILL'],
])('fails on %s, names it, and keeps nothing', async (_, restores, writes, sentence) => {
  tool('pg_restore', restores);
  tool('psql', writes);
  const told = await failure();
  expect(told).toContain(sentence);
  expect(told).toContain('Nothing was kept');
  if (existsSync(sent)) expect(readFileSync(sent, 'utf8')).not.toContain('commit');
  if (restores === ENDLESS) await expect.poll(isWriting).toBe(false);
});

test('asks the server whether the commit succeeded if the response is lost', async () => {
  tool('pg_restore', 'echo all');
  tool('psql', `${TAKES}; exit 2`);
  expect(await failure()).toContain('Nothing was kept');
  expect(await failure(() => Promise.reject(new Error('silent')))).toContain('did not confirm it');
});

test.each(['pg_restore', 'psql'])('names %s if it is not installed', async (name) => {
  tool('pg_restore', 'echo all');
  tool('psql', TAKES);
  rmSync(join(folder, name));
  vi.stubEnv('PATH', `${folder}${delimiter}${join(folder, 'nowhere')}`);
  const database: Db = { rows: async () => [], row: async () => undefined };
  const run = { url: 'postgres://u@h/d', database, silenceMs: 60_000 };
  const thrown = await loadDump('a.dump', '2026-11-20T00:00:00.000Z', run).catch((one: unknown) => one);
  expect([isRefusal(thrown, 'not-found'), String(thrown)]).toEqual([
    true,
    expect.stringContaining(`${name} is not installed here`),
  ]);
});
