// A trail's name as an Agent Skill (agentskills.io: 1 to 64 of a-z, 0-9 and single hyphens). Set at the first
// publication and never changed (Decision 69), because people and their tools have it in their settings.
import { asciiWords, isDeviceName } from '../../base/text.ts';
import type { Tx } from '../../storage/database.ts';
import { setSkillName, takenSkillNames } from '../trail-write-store.ts';

export { findSkillName } from '../trail-write-store.ts';

/** Leaves room for a hyphen and a counter or part of an id, up to 64 characters. */
const MAX_BASE_LENGTH = 50;
/** The vendor rejects uploaded skills that use its names. */
const RESERVED = /(?:^|-)(?:anthropic|claude)(?=-|$)/g;

/** A name derived from the title; undefined if it has no Latin letters, or the name is not allowed for a folder. */
export function baseSkillName(title: string): string | undefined {
  const plain = asciiWords(title).join('-');
  const name = hyphenated(shortened(hyphenated(plain.replace(RESERVED, ''))));
  return name === '' || isDeviceName(name) ? undefined : name;
}

/** The first name for this title that is not in `taken`. */
export function freeSkillName(title: string, trailId: string, taken: ReadonlySet<string>): string {
  const base = baseSkillName(title);
  if (base === undefined) return `trail-${trailId.slice(-12)}`;
  if (!taken.has(base)) return base;
  for (let count = 2; count < 1_000; count += 1) {
    const name = `${base}-${count}`;
    if (!taken.has(name)) return name;
  }
  return `${base}-${trailId.slice(-12)}`;
}

/** Names an unnamed trail. Call this under the catalog's lock, which makes the result deterministic. */
export async function nameSkill(tx: Tx, catalogId: string, trailId: string, title: string): Promise<void> {
  const taken = await takenSkillNames(tx, catalogId, baseSkillName(title) ?? 'trail');
  await setSkillName(tx, catalogId, trailId, freeSkillName(title, trailId, new Set(taken)));
}

/** Shortens between two words if that keeps at least half of the length. */
const shortened = (name: string): string =>
  name.length <= MAX_BASE_LENGTH
    ? name
    : name
        .slice(0, MAX_BASE_LENGTH + 1)
        .replace(/^(.{25,})-[^-]*$/, '$1')
        .slice(0, MAX_BASE_LENGTH);

const hyphenated = (text: string): string => text.replace(/-+/g, '-').replace(/^-|-$/g, '');
