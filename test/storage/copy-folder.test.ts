// Copies a folder that other processes keep using.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { copyFolder } from '../../src/storage/copy-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = temporaryFolder('copy');
});

test('copies files and folders, including empty ones', async () => {
  const [from, to] = [join(folder, 'from'), join(folder, 'a', 'to')];
  mkdirSync(join(from, '9f', '86'), { recursive: true });
  mkdirSync(join(from, 'empty'));
  writeFileSync(join(from, 'one'), 'first');
  writeFileSync(join(from, '9f', '86', 'two'), 'second');
  await copyFolder(from, to);
  expect(readdirSync(to, { recursive: true }).sort()).toEqual(['9f', '9f/86', '9f/86/two', 'empty', 'one']);
  expect(readFileSync(join(to, '9f', '86', 'two'), 'utf8')).toBe('second');
});

test('skips files that are removed during the copy, and copies the rest', async () => {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  mkdirSync(from);
  const names = Array.from({ length: 400 }, (_, at) => `image-${String(at).padStart(3, '0')}`);
  for (const name of names) writeFileSync(join(from, name), name);
  const copying = copyFolder(from, to);
  // When the first file appears, most of the others have not been copied.
  while (!existsSync(to) || readdirSync(to).length === 0) await new Promise((go) => setImmediate(go));
  const begun = new Set(readdirSync(to));
  const gone = names.slice(200).filter((name) => !begun.has(name));
  for (const name of gone) rmSync(join(from, name));
  await copying;
  expect(gone.length).toBeGreaterThan(100);
  const copied = new Set(readdirSync(to));
  for (const name of names.slice(0, 200)) expect(readFileSync(join(to, name), 'utf8')).toBe(name);
  expect(gone.filter((name) => copied.has(name)).length).toBeLessThan(gone.length);
});

test('reports that the destination is a file', async () => {
  writeFileSync(join(folder, 'in-the-way'), '');
  await expect(copyFolder(folder, join(folder, 'in-the-way'))).rejects.toThrow('EEXIST');
});
