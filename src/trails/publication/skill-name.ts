// The name of a trail as an Agent Skill (agentskills.io: 1 to 64 of a-z, 0-9 and single hyphens). Set at the first
// publication and kept for ever (Decision 69): people and their tools have it in their settings.
import { asciiWords } from '../../base/ascii-words.ts';
import { isDeviceName } from '../../base/device-name.ts';
import type { Tx } from '../../storage/database.ts';
import { setSkillName, takenSkillNames } from '../trail-write-store.ts';

export { findSkillName } from '../trail-write-store.ts';

/** With a hyphen and a counter, or the end of an id, at most 64. */
const LONGEST_BASE = 50;
/** Names of the vendor are refused in skills that are uploaded to it. */
const RESERVED = /(?:^|-)(?:anthropic|claude)(?=-|$)/g;

/** What the title says, as a name; undefined where it says nothing in Latin letters, or a name that no folder has. */
export function baseSkillName(title: string): string | undefined {
  const plain = asciiWords(title).join('-');
  const name = hyphenated(shortened(hyphenated(plain.replace(RESERVED, ''))));
  return name === '' || isDeviceName(name) ? undefined : name;
}

/** The first name for this title that none of `taken` has. */
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

/** Names the trail where it has no name yet. Call it under the lock of the catalog, which orders who comes first. */
export async function nameSkill(tx: Tx, catalogId: string, trailId: string, title: string): Promise<void> {
  const taken = await takenSkillNames(tx, catalogId, baseSkillName(title) ?? 'trail');
  await setSkillName(tx, catalogId, trailId, freeSkillName(title, trailId, new Set(taken)));
}

/** Cut between two words, where that leaves half of the room or more. */
const shortened = (name: string): string =>
  name.length <= LONGEST_BASE
    ? name
    : name
        .slice(0, LONGEST_BASE + 1)
        .replace(/^(.{25,})-[^-]*$/, '$1')
        .slice(0, LONGEST_BASE);

const hyphenated = (text: string): string => text.replace(/-+/g, '-').replace(/^-|-$/g, '');
