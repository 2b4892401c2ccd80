// Folders are created with their parents, and an unusable path is reported immediately.
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../src/base/files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = temporaryFolder('folders');

test('creates each folder on the path with the given mode, and keeps existing ones', async () => {
  await makeFolder(join(root, 'a/b/c'), 0o700);
  expect(['a', 'a/b', 'a/b/c'].map((path) => statSync(join(root, path)).mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
  await makeFolder(join(root, 'a/b'), 0o755);
  expect(statSync(join(root, 'a/b')).mode & 0o777).toBe(0o700);
});

test('fails if there is a file on the path or at its end', async () => {
  writeFileSync(join(root, 'file'), '');
  await expect(makeFolder(join(root, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(root, 'file/below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

/** Only root may write despite the permissions of the last two. */
const BARREN = ['/proc', '/proc/self/fd', ...(process.getuid?.() === 0 ? ['/sys', '/dev/pts'] : [])].filter((place) =>
  existsSync(place),
);

test.each(BARREN)('reports at any depth that %s does not allow new folders', async (place) => {
  for (const path of [`${place}/cairn`, `${place}/cairn/a/b`])
    await expect(makeFolder(path)).rejects.toMatchObject({
      code: 'ENOTSUP',
      path: `${place}/cairn`,
      message: expect.stringContaining('takes no folders'),
    });
});

test('succeeds if another process creates the same folders at the same time', async () => {
  for (let round = 0; round < 50; round += 1) {
    const paths = Array.from({ length: 8 }, (_, at) =>
      join(root, `round-${round}`, 'shared', 'by', 'all', String(at % 2)),
    );
    await Promise.all(paths.map((path) => makeFolder(path)));
    expect(paths.every((path) => statSync(path).isDirectory())).toBe(true);
  }
});
