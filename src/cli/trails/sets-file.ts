// sets.yaml next to the folders: the sets of trails in order, with their trails and audiences. Without the file, the
// commands leave all sets alone.
import { join } from 'node:path';
import { normalForm } from '@cairn/scim-protocol/normal-form';
import { isMap, isSeq, parseDocument } from 'yaml';
import { refuse } from '../../base/refusal.ts';
import type { StatedAudience } from '../../trails/readers/stated-audience.ts';
import type { NamedSet } from '../../trails/sets/named-set-audience.ts';
import { audienceIn, audienceYaml, faultAt } from './audience-file.ts';
import { fileText, writeWithin } from './trail-files.ts';
import { mergeValue, YAML_FORM } from './yaml-merge.ts';

export const SETS_FILE = 'sets.yaml';

/** A set in sets.yaml. Absent members are left alone. */
export interface StatedSet {
  readonly name: string;
  readonly description?: string | undefined;
  /** Folders, in order. */
  readonly trails?: readonly string[] | undefined;
  readonly audience: StatedAudience;
}

/** A set in the plan. `trails` are folders, or ids of trails without a folder. */
export interface SetChange {
  readonly set_id?: string;
  readonly name: string;
  readonly description?: string;
  readonly trails?: readonly { readonly folder?: string; readonly id?: string }[];
  readonly groups?: StatedSet['audience']['groups'];
  readonly editors?: StatedSet['audience']['editors'];
  readonly seen?: {
    readonly description?: string;
    readonly trail_ids?: readonly string[];
    readonly groups?: StatedSet['audience']['groups'];
    readonly editors?: StatedSet['audience']['editors'];
  };
}

export interface SetsChange {
  /** All sets in their order. Those that only have a name and an id stay unchanged. */
  readonly sets: readonly SetChange[];
  readonly deleted: readonly { readonly set_id: string; readonly name: string }[];
  readonly seen_set_ids: readonly string[];
  /** True if the order was changed on the server, and the plan leaves it alone. */
  readonly is_order_drifted: boolean;
  /** The differences, for people. */
  readonly changes: readonly string[];
}

/** Names of sets are unique in a catalog, ignoring case. */
export const setKey = ({ name }: { readonly name: string }): string => normalForm(name);

const MEMBERS = ['name', 'description', 'trails', 'groups', 'editors'];
const EXAMPLE = 'must be a list of sets, such as "- name: Onboarding".';

/**
 * Reads the file; undefined without one. Fails with `validation`; the message names the set, the member and what
 * to do. `folders` are those with a trail.
 */
export async function readSets(root: string, folders: ReadonlySet<string>): Promise<StatedSet[] | undefined> {
  const text = await fileText(join(root, SETS_FILE), SETS_FILE);
  if (text === undefined) return undefined;
  const entries = entriesIn(text);
  const sets = entries.map((entry, index) => setIn(entry, index, folders));
  const keys = sets.map(setKey);
  const twice = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  if (twice >= 0)
    throw faultAt(SETS_FILE, `[${twice}].name`, `the file has two sets “${sets[twice]?.name}”. Rename one of them.`);
  return sets;
}

type Plain = Readonly<Record<string, unknown>>;

function entriesIn(text: string): unknown[] {
  const parsed = parseDocument(text, { uniqueKeys: true });
  const [fault] = parsed.errors;
  if (fault !== undefined) {
    const sentence = fault.message.replace(/ at line [\s\S]*/, '.');
    throw faultAt(SETS_FILE, `line ${fault.linePos?.[0].line ?? 1}`, sentence);
  }
  if (isSeq(parsed.contents)) return parsed.toJS({ maxAliasCount: 100 }) as unknown[];
  if (parsed.contents === null || text.trim() === '') return [];
  throw refuse('validation', `${SETS_FILE}: ${EXAMPLE}`);
}

function setIn(entry: unknown, index: number, folders: ReadonlySet<string>): StatedSet {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw faultAt(SETS_FILE, `[${index}]`, 'must be a set with a name.');
  const { name, description, trails, ...members } = entry as Plain;
  if (typeof name !== 'string' || name.trim() === '') throw faultAt(SETS_FILE, `[${index}].name`, 'must be a name.');
  const at = `“${name}”: `;
  const unknown = Object.keys(entry).find((member) => !MEMBERS.includes(member));
  if (unknown !== undefined) throw faultAt(SETS_FILE, `${at}${unknown}`, `is unknown. Use ${MEMBERS.join(', ')}.`);
  if (description !== undefined && typeof description !== 'string')
    throw faultAt(SETS_FILE, `${at}description`, 'must be a text.');
  return {
    name: name.trim(),
    ...(description === undefined ? {} : { description: description.trim() }),
    ...(trails === undefined ? {} : { trails: foldersIn(trails, at, folders) }),
    audience: audienceIn(members, SETS_FILE, at),
  };
}

function foldersIn(trails: unknown, at: string, folders: ReadonlySet<string>): string[] {
  if (!Array.isArray(trails)) throw faultAt(SETS_FILE, `${at}trails`, 'must be a list of folders. Write [] for none.');
  return trails.map((folder: unknown, index) => {
    const field = `${at}trails[${index}]`;
    if (typeof folder !== 'string' || !folders.has(folder))
      throw faultAt(SETS_FILE, field, `there is no trail in the folder ${String(folder)}. Correct or remove it.`);
    if (trails.indexOf(folder) !== index) throw faultAt(SETS_FILE, field, `lists ${folder} twice. Remove one entry.`);
    return folder;
  });
}

/** A set of the server with the folders of its trails. */
export interface PulledSet extends Pick<NamedSet, 'name' | 'description' | 'groups' | 'editors'> {
  readonly trails: readonly string[];
}

/** Writes the sets. Keeps comments, and the form of members that have not changed. */
export async function writeSets(root: string, sets: readonly PulledSet[]): Promise<void> {
  const text = await fileText(join(root, SETS_FILE), SETS_FILE);
  const document = parseDocument(text ?? HEAD);
  const plain = isSeq(document.contents)
    ? new Map(
        document.contents.items.flatMap((item) => {
          const value = isMap(item) ? (item.toJS(document) as Plain) : undefined;
          return typeof value?.name === 'string' ? [[setKey({ name: value.name }), value] as const] : [];
        }),
      )
    : new Map<string, Plain>();
  mergeValue(
    document,
    sets.map((set) => {
      const own = plain.get(setKey(set)) ?? {};
      const members = {
        ...{ name: set.name, description: set.description, trails: set.trails },
        ...audienceYaml(set, own),
      };
      const isStated = ([member, value]: [string, unknown]): boolean =>
        member in own || !(value === '' || value === undefined || (Array.isArray(value) && value.length === 0));
      return Object.fromEntries(Object.entries(members).filter(isStated));
    }),
  );
  await writeWithin(root, SETS_FILE, document.toString(YAML_FORM));
}

const HEAD = '# The sets of trails, in order. "trails" lists folders.\n';
