// Finds the file, line and column of a field of a trail in its folder.
import { join } from 'node:path';
import { isMap, isPair, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { SETUP_FILE, TRAIL_FILE } from './local-trail.ts';
import { fileText } from './trail-files.ts';

export interface Place {
  /** With slashes, relative to the folder of all trails. */
  readonly file: string;
  /** From 1, like the column. */
  readonly line: number;
  readonly column: number;
}

/** The place of a finding. The message helps to find its line in a Markdown file. */
export type FieldPlaces = (finding: { readonly field: string; readonly message: string }) => Place;

/** Reads the files of the trail in this folder. Fields that are missing are at the member that would contain them. */
export async function fieldPlaces(root: string, folder: string): Promise<FieldPlaces> {
  const counter = new LineCounter();
  const home = join(root, folder);
  const textOf = (path: string): Promise<string> =>
    fileText(join(home, path)).then(
      (text = '') => text,
      () => '',
    );
  const { contents } = parseDocument(await textOf(TRAIL_FILE), { lineCounter: counter });
  const texts = new Map<string, string>([[SETUP_FILE, await textOf(SETUP_FILE)]]);
  const files = promptFiles(contents);
  for (const file of files) if (file !== undefined) texts.set(file, await textOf(file));
  return ({ field, message }) => {
    const markdown = field === 'setup_guide' && texts.get(SETUP_FILE) !== '' ? SETUP_FILE : bodyFile(field, files);
    const text = markdown === undefined ? undefined : texts.get(markdown);
    if (text !== undefined) return { file: `${folder}/${markdown}`, ...quotedIn(text, message) };
    const { line, col } = counter.linePos(offsetOf(contents, field));
    return { file: `${folder}/${TRAIL_FILE}`, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
}

function promptFiles(contents: unknown): (string | undefined)[] {
  const list: unknown = isMap(contents) ? contents.get('prompts') : undefined;
  if (!isSeq(list)) return [];
  return list.items.map((item) => {
    const file: unknown = isMap(item) ? item.get('file') : undefined;
    return typeof file === 'string' ? file.replace(/^\.\//, '') : undefined;
  });
}

function bodyFile(field: string, files: readonly (string | undefined)[]): string | undefined {
  const [, index] = /^prompts\[(\d+)\]\.body$/.exec(field) ?? [];
  return index === undefined ? undefined : files[Number(index)];
}

/** A placeholder, a URL or the path of an image. */
const QUOTED = /\{\{[^{}…]*\}{0,2}|(?:https?:)?\/\/[^\s…]+|images\/[\w.-]+/;

/** The place in `text` of what the message quotes, or its start. */
function quotedIn(text: string, message: string): Pick<Place, 'line' | 'column'> {
  const [quoted] = QUOTED.exec(message) ?? [];
  const before = text.slice(0, Math.max(0, quoted === undefined ? 0 : text.indexOf(quoted)));
  const lines = before.split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** The offset of the key or item that `field` names (`trigger.examples[1].text`), or of the last one that exists. */
function offsetOf(contents: unknown, field: string): number {
  let node: unknown = contents;
  let offset = startOf(contents);
  for (const [, index, name] of field.matchAll(/\[(\d+)\]|([^.[\]]+)/g)) {
    const found: unknown =
      name === undefined
        ? isSeq(node) && node.items[Number(index)]
        : isMap(node) && node.items.find(({ key }) => isScalar(key) && String(key.value) === name);
    if (found === undefined || found === false) break;
    offset = startOf(isPair(found) ? found.key : found);
    node = isPair(found) ? found.value : found;
  }
  return offset;
}

const startOf = (node: unknown): number => (node as Node | null)?.range?.[0] ?? 0;
