// The index entry of each skill, with the digest of its bytes: a single file if there is only SKILL.md, otherwise a
// zip.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { discoveryEntries } from '../../src/skills/discovery-index.ts';
import { type SkillFile, skillFile } from '../../src/skills/skill-file.ts';
import { rootedSkillZip } from '../../src/skills/skill-packages.ts';

const HEAD = skillFile('SKILL.md', Buffer.from('# A'), 'text/markdown');
const IMAGE = skillFile('assets/a.png', Buffer.from('png'), 'image/png');
const sha256 = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

test.each<[string, readonly SkillFile[], string, string]>([
  ['SKILL.md alone is', [HEAD], 'skill-md', 'SKILL.md'],
  ['SKILL.md and an image are', [HEAD, IMAGE], 'archive', 'skill.zip'],
])('lists %s with type, address and digest', async (_, files, type, file) => {
  const skill = { name: 'a', description: 'Does it.', metadata: {}, files };
  const set = { id: 'x', title: 'Acme', slug: 'acme', change: 1, mark: 'a1b2c3d4', skills: [skill] };
  const bytes = type === 'skill-md' ? HEAD.bytes : (await rootedSkillZip(skill)).bytes;
  expect(await discoveryEntries(set, 'https://cairn.test/acme')).toEqual([
    {
      ...{ name: 'a', type, description: 'Does it.' },
      url: `https://cairn.test/acme/skills/a/${file}`,
      digest: sha256(bytes),
    },
  ]);
});
