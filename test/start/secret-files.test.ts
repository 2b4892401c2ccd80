import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/start/config.ts';
import { SECRET_VARIABLES, withSecretFiles } from '../../src/start/secret-files.ts';
import { runHere } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder('secret-files');
const fileWith = (content: string): string => {
  const file = join(folder, `secret-${content.length}`);
  writeFileSync(file, content);
  return file;
};

test.each(SECRET_VARIABLES)('reads %s from a file, without the line break at its end', (name) => {
  const faults: string[] = [];
  const env = withSecretFiles({ [`${name}_FILE`]: fileWith('s3cret of this file \n') }, faults);
  expect([env, faults]).toEqual([{ [name]: 's3cret of this file ' }, []]);
});

test('reads the configuration with secrets from files', () => {
  const url = fileWith('postgres://cairn:secret@db.internal/cairn\n');
  const read = readConfig({ CAIRN_DATABASE_URL_FILE: url, CAIRN_SECRET_FILE: fileWith('s'.repeat(32)) });
  expect('config' in read && [read.config.database, read.config.secret]).toEqual([
    { kind: 'postgres', url: 'postgres://cairn:secret@db.internal/cairn' },
    's'.repeat(32),
  ]);
});

test.each([
  [{ CAIRN_SECRET_FILE: '/no/such/file' }, /^CAIRN_SECRET_FILE: ENOENT.*\.$/],
  [{ CAIRN_JUDGE_KEY_FILE: fileWith('\n') }, /^CAIRN_JUDGE_KEY_FILE: .* is empty\.$/],
  [{ CAIRN_JUDGE_KEY: 'k', CAIRN_JUDGE_KEY_FILE: fileWith('key') }, /are both set. Remove one of them\.$/],
  [{ CAIRN_SECRET_FILE: fileWith('hunter2') }, /^CAIRN_SECRET must have at least 32 characters/],
])('reports %j as one error without the secret', (env, sentence) => {
  const read = readConfig(env);
  const faults = 'faults' in read ? read.faults : [];
  expect(faults).toEqual([expect.stringMatching(sentence)]);
  expect(faults.join()).not.toContain('hunter2');
});

test('ends a command with exit code 2 if a file cannot be read', async () => {
  const { code, stderr } = await runHere(['whoami'], { CAIRN_API_KEY_FILE: '/no/such/file' });
  expect([code, stderr]).toEqual([2, expect.stringContaining('CAIRN_API_KEY_FILE: ENOENT')]);
});
