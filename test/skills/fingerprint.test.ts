// Changes the content of skills and single bytes of their packages, and compares the fingerprints.
import { expect, test } from 'vitest';
import { fingerprintOf } from '../../src/skills/fingerprint.ts';
import { readSkill } from '../../src/skills/read-skill.ts';
import { renderSkill } from '../../src/skills/render-skill.ts';
import { skillFile } from '../../src/skills/skill-file.ts';
import { isUntouched } from '../../src/skills/untouched.ts';
import { withDefaults } from '../../src/trails/document/full-document.ts';
import { readyDocument } from '../trails/catalog.ts';

const key = `${'ab'.repeat(32)}.png`;
const url = `https://cairn.test/assets/${key}`;
const images = [{ url, file: skillFile(`assets/${key}`, Buffer.from('image'), 'image/png') }];
const document = withDefaults({ ...readyDocument(), setup_guide: `# Start\n\n![Picture](${url})\n\n<b>Bold</b>` });
const rendered = (maxDescription?: number, withExamples = false) =>
  renderSkill({ name: 'refund', trail_id: 'a-1', version: 3, document, images, maxDescription }, withExamples);
const untouched = (bytes: Uint8Array, image = Buffer.from('image')) =>
  isUntouched(bytes, readSkill(Buffer.from(bytes).toString()), [{ path: `assets/${key}`, bytes: image }]);

test.each([
  ['an employee', undefined, false],
  ['an author', undefined, true],
  ['a host with short descriptions', 60, false],
] as const)('recognizes the skill for %s, and every byte that changed', (_who, most, withExamples) => {
  const bytes = rendered(most, withExamples).files[0]?.bytes ?? Buffer.alloc(0);
  expect(untouched(bytes)).toBe(true);
  expect(untouched(bytes, Buffer.from('imagE'))).toBe(false);
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(untouched(changed), `byte ${at}`).toBe(false);
  }
});

test('depends on the content, but not on the version, the name, the examples or the package', () => {
  const { fingerprint } = rendered().metadata;
  expect(rendered(60, true).metadata.fingerprint).toBe(fingerprint);
  const other = renderSkill({ name: 'other', trail_id: 'b-2', version: 9, document, images });
  expect(other.metadata.fingerprint).toBe(fingerprint);
  const changes = [
    { title: 'Another' },
    { prompts: [] },
    { trigger: { ...document.trigger, when: 'Never.' } },
    { feedback_enabled: false },
  ];
  const all = changes.map((change) => fingerprintOf({ ...document, ...change }, images));
  expect(new Set([fingerprintOf(document, images), ...all]).size).toBe(changes.length + 1);
});
