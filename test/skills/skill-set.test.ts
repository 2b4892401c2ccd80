// Skills delivered together have distinct names.
import { expect, test } from 'vitest';
import { SVC_CATALOG_ID } from '../../src/directory/catalog.ts';
import type { PublishedTrail } from '../../src/skills/published-trails.ts';
import type { SkillLibrary } from '../../src/skills/skill-library.ts';
import { skillsOf } from '../../src/skills/skill-set.ts';

const trail = (catalog_id: string, skill_name: string, n: number): PublishedTrail =>
  ({ head: { catalog_id, skill_name, trail_id: `01970000-0000-7000-8000-${String(n).padStart(12, '0')}` } }) as never;
const library: SkillLibrary = async ({ head }) => ({ name: head.skill_name }) as never;

test.each([
  ['before', ['service-refunds', 'refunds']],
  ['behind', ['refunds', 'service-refunds']],
])("keeps a service-wide trail's name next to a trail %s it", async (_place, serviceWide) => {
  const trails = [trail('team', 'refunds', 1), ...serviceWide.map((name, n) => trail(SVC_CATALOG_ID, name, n + 2))];
  const names = (await skillsOf(library, trails)).map(({ name }) => name);
  expect(new Set(names).size).toBe(3);
  expect(names).toEqual(expect.arrayContaining(['refunds', 'service-refunds']));
});
