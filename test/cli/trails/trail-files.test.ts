// Reads and writes the files of a trail in its own folder. A link into a sibling folder whose name starts with the
// trail's leads out of the trail's folder.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bytesWithin, removeWithin, writeWithin } from '../../../src/cli/trails/trail-files.ts';
import { memoryFolder } from '../../support/temporary-folder.ts';

test('treats a sibling folder with the same name prefix as a separate folder', async () => {
  const root = memoryFolder('trail-files');
  const [home, beside] = [join(root, 'refunds'), join(root, 'refunds-of-others')];
  for (const folder of [home, beside]) mkdirSync(join(folder, 'prompts'), { recursive: true });
  writeFileSync(join(beside, 'prompts', 'secret.md'), 'theirs');
  symlinkSync(join(beside, 'prompts'), join(home, 'linked'));
  symlinkSync(join(home, 'prompts'), join(home, 'own'));
  await writeWithin(home, 'own/mine.md', 'mine');
  expect((await bytesWithin(home, 'prompts/mine.md', 'refunds'))?.toString()).toBe('mine');
  const refused = [
    bytesWithin(home, 'linked/secret.md', 'refunds'),
    bytesWithin(home, '../refunds-of-others/prompts/secret.md', 'refunds'),
    writeWithin(home, 'linked/secret.md', 'ours'),
    removeWithin(home, 'linked/secret.md'),
  ];
  for (const each of await Promise.allSettled(refused))
    expect(each).toMatchObject({ reason: { message: expect.stringContaining("leads out of the trail's folder") } });
  expect(readFileSync(join(beside, 'prompts', 'secret.md'), 'utf8')).toBe('theirs');
});
