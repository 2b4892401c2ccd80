// Divides a statement with changes in its `with` list into parts that run one after another. Citus sends the results of
// such a list to every node, so that one stopped worker would stop the changes of every workspace. The parts go to the
// workspace's node alone.
import { TABLES } from '../tables/table-kinds.ts';

/** An entry of a `with` list. */
export interface ListEntry {
  readonly name: string;
  readonly body: string;
}

/** A part of a statement. Parameters keep the numbers that they have in the statement. */
export interface StatementPart {
  /** The name under which later parts read its rows; undefined for the last part. */
  readonly name: string | undefined;
  /** The entries of the list that only this part reads. */
  readonly list: readonly ListEntry[];
  readonly body: string;
  /** The earlier parts whose rows it reads. */
  readonly reads: readonly string[];
}

const CHANGE = /^\s*(?:insert|update|delete)\b/i;
/** These need every node in any case. */
const CHANGE_OF_REPLICATED = new RegExp(
  String.raw`^\s*(?:insert into|update|delete from) (?:${TABLES.replicated.join('|')})\b`,
  'i',
);
const WITH = /^\s*with\s+(?!recursive\b)/i;
const ENTRY = /^\s*(\w+)\s+as\s+(?:materialized\s+)?\(/i;

/** In the order of their execution; undefined if the statement can run as it is. */
export function partsOf(statement: string): readonly StatementPart[] | undefined {
  const text = withoutComments(statement);
  if (!WITH.test(text)) return undefined;
  const { entries, rest } = entriesOf(text.replace(WITH, ''));
  const bodies = [...entries.map(({ body }) => body), rest];
  if (!entries.some(({ body }) => CHANGE.test(body))) return undefined;
  if (bodies.some((body) => CHANGE_OF_REPLICATED.test(body))) return undefined;
  const parts: StatementPart[] = [];
  /** Entries that only read belong to the part that uses them. */
  let waiting: ListEntry[] = [];
  const done: string[] = [];
  const add = (name: string | undefined, body: string): void => {
    const used = closureOf(body, waiting);
    waiting = waiting.filter((entry) => !used.includes(entry));
    const texts = [...used.map((entry) => entry.body), body];
    parts.push({ name, list: used, body, reads: done.filter((one) => texts.some((text) => mentions(text, one))) });
    if (name !== undefined) done.push(name);
  };
  for (const [at, { name, body }] of entries.entries()) {
    const readers = [...entries.slice(at + 1).map((entry) => entry.body), rest].filter((one) => mentions(one, name));
    if (CHANGE.test(body) || readers.length > 1) add(name, body);
    else waiting.push({ name, body });
  }
  add(undefined, rest);
  return parts;
}

/** The entries that `body` reads, directly or through another entry, in their order. */
function closureOf(body: string, entries: readonly ListEntry[]): readonly ListEntry[] {
  let used = entries.filter(({ name }) => mentions(body, name));
  for (;;) {
    const more = entries.filter((entry) => used.includes(entry) || used.some((one) => mentions(one.body, entry.name)));
    if (more.length === used.length) return used;
    used = more;
  }
}

export const mentions = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);

const withoutComments = (text: string): string => text.replaceAll(/^\s*--.*$/gm, '');

function entriesOf(list: string): { readonly entries: readonly ListEntry[]; readonly rest: string } {
  const entries: ListEntry[] = [];
  for (let rest = list; ; ) {
    const [start = '', name = ''] = ENTRY.exec(rest) ?? [];
    const end = closingParenthesis(rest, start.length);
    if (start === '' || end < 0) return { entries, rest };
    entries.push({ name, body: rest.slice(start.length, end).trim() });
    const after = rest.slice(end + 1);
    rest = after.replace(/^\s*,/, '');
    if (rest === after) return { entries, rest };
  }
}

/** The place of the parenthesis that ends the text from `from`, or -1. Skips texts in quotes. */
function closingParenthesis(text: string, from: number): number {
  let depth = 1;
  let quote = '';
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === "'" || character === '"') quote = character;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}
