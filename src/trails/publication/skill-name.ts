// The names of a trail and its prompts in AI tools. A trail's name as an Agent Skill (agentskills.io) has 1 to 64 of
// a-z, 0-9 and single hyphens. It is set at the first publication and never changed (Decision 69), because people and
// their tools have it in their settings.
import { asciiWords, isDeviceName } from '../../base/text.ts';
import type { Db, Tx } from '../../storage/database.ts';
import type { TrailPrompt } from '../document/trail-fields.ts';
import { findNames, setNames, takenSkillNames } from './names-store.ts';

/** Leaves room for a hyphen and a counter or part of an id, up to 64 characters. */
const MAX_BASE_LENGTH = 50;
/** The vendor rejects uploaded skills that use its names. */
const RESERVED = /(?:^|-)(?:anthropic|claude)(?=-|$)/g;

/** A name derived from the title; undefined without Latin letters, or if the name is not allowed for a folder. */
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

export const findSkillName = async (db: Db, catalogId: string, trailId: string): Promise<string | undefined> =>
  (await findNames(db, catalogId, trailId))?.skill_name ?? undefined;

/** The published document's title and prompts. */
type Named = { readonly title: string; readonly prompts: readonly TrailPrompt[] };

/**
 * Gives names to a trail and its prompts that do not have any yet. Call this under the catalog's lock, which makes the
 * result deterministic.
 */
export async function nameTrail(tx: Tx, catalogId: string, trailId: string, { title, prompts }: Named): Promise<void> {
  const stored = await findNames(tx, catalogId, trailId);
  const prompt_names = JSON.stringify(promptNames(prompts, JSON.parse(stored?.prompt_names ?? '{}')));
  const kept = stored?.skill_name ?? null;
  if (kept !== null && prompt_names === stored?.prompt_names) return;
  const skill_name = kept ?? (await freeName(tx, catalogId, trailId, title));
  await setNames(tx, catalogId, trailId, { skill_name, prompt_names });
}

async function freeName(tx: Tx, catalogId: string, trailId: string, title: string): Promise<string> {
  const taken = await takenSkillNames(tx, catalogId, baseSkillName(title) ?? 'trail');
  return freeSkillName(title, trailId, new Set(taken));
}

export type PromptNames = Readonly<Record<string, string>>;

/** Names of deleted prompts are kept up to this number, so that no other prompt gets them. */
const MAX_PROMPT_NAMES = 200;

/** The key of a prompt in `PromptNames`. */
export const promptKey = ({ id, label }: TrailPrompt): string => id ?? label;

/** The names of the prompts. Those without a name get one that is derived from the label and not in use. */
export function promptNames(prompts: readonly TrailPrompt[], named: PromptNames): PromptNames {
  const keys = new Set(prompts.map(promptKey));
  const names = new Map(Object.entries(named));
  for (const key of [...names.keys()]) if (names.size > MAX_PROMPT_NAMES && !keys.has(key)) names.delete(key);
  for (const prompt of prompts) {
    const key = promptKey(prompt);
    if (names.has(key)) continue;
    const taken = new Set(names.values());
    const base = baseSkillName(prompt.label) ?? 'prompt';
    let name = base;
    for (let count = 2; taken.has(name); count += 1) name = `${base}-${count}`;
    names.set(key, name);
  }
  return Object.fromEntries(names);
}

/** Cuts between two words if that keeps at least half of the length. */
const shortened = (name: string): string =>
  name.length <= MAX_BASE_LENGTH
    ? name
    : name
        .slice(0, MAX_BASE_LENGTH + 1)
        .replace(/^(.{25,})-[^-]*$/, '$1')
        .slice(0, MAX_BASE_LENGTH);

const hyphenated = (text: string): string => text.replace(/-+/g, '-').replace(/^-|-$/g, '');
