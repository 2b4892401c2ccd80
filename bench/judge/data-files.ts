// Labeled prompts from files in the format of CLINC150: `train_*`, `val` and `test` are lists of [text, label], `oos_*`
// of text.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Labelled = readonly [text: string, label: string];

export interface DataFile {
  readonly name: string;
  /** Training prompts by split name, each split grouped by label in file order. */
  readonly splits: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  readonly val: readonly Labelled[];
  readonly test: readonly Labelled[];
  readonly oosVal: readonly string[];
  readonly oosTest: readonly string[];
}

/** Every readable file of the folder, by name; null without a folder or files. */
export function readDataFiles(folder: string): DataFile[] | null {
  if (!existsSync(folder)) return null;
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const files = names.sort().flatMap((name) => readDataFile(folder, name) ?? []);
  return files.length === 0 ? null : files;
}

function readDataFile(folder: string, name: string): DataFile | null {
  const content: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  if (typeof content !== 'object' || content === null || !('test' in content)) return null;
  const lists = content as Readonly<Record<string, unknown>>;
  const splits = Object.keys(lists)
    .filter((key) => key.startsWith('train_'))
    .map((key) => [key, grouped(labelled(lists[key]))] as const);
  if (splits.length === 0) return null;
  return {
    name,
    splits: new Map(splits),
    val: labelled(lists.val),
    test: labelled(lists.test),
    oosVal: texts(lists.oos_val),
    oosTest: texts(lists.oos_test),
  };
}

const labelled = (list: unknown): Labelled[] =>
  Array.isArray(list) ? list.map((pair: [unknown, unknown]) => [String(pair[0]), String(pair[1])]) : [];

const texts = (list: unknown): string[] => (Array.isArray(list) ? list.map(String) : []);

export function grouped(pairs: readonly Labelled[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [text, label] of pairs) {
    const known = groups.get(label);
    if (known === undefined) groups.set(label, [text]);
    else known.push(text);
  }
  return groups;
}
