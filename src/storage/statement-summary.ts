// What a statement does, in a few words for a trace: `SELECT trails trail_grants`, `UPDATE catalogs INSERT trails`.
// Made of the text alone, which holds no value of a caller.
import type { Sql } from './sql.ts';

/** Beyond this a summary ends with the word that fits last. */
const LONGEST = 120;
/** Beyond this many different texts (long filters) a summary is worked out each time. */
const MOST_KEPT = 1_000;

/** `for update`, `do update set` and `on delete` change nothing by themselves. */
const CHANGES =
  /\b(?:(insert)\s+into|(?<!for\s)(update)(?!\s+(?:set|of|skip|nowait)\b)|(delete)\s+from)\s+(?:only\s+)?([a-z_]\w*)/gi;
const TABLES = /\b(?:from|join)\s+(?:only\s+)?([a-z_]\w*)\b(?!\s*[.(])/gi;
/** Names that the statement gives to queries of its own. */
const DEFINED = /\b([a-z_]\w*)\s*(?:\([^()]*\)\s*)?as\s+(?:(?:not\s+)?materialized\s+)?\(/gi;

/** Summaries by the statement's text: each is worked out once. */
export function statementSummaries(): (statement: Sql) => string {
  const kept = new Map<string, string>();
  return ({ pieces }) => {
    const text = pieces.join('?');
    const known = kept.get(text);
    if (known !== undefined) return known;
    const summary = summaryOf(text);
    if (kept.size < MOST_KEPT) kept.set(text, summary);
    return summary;
  };
}

/** The changes that the statement makes, or else SELECT and the tables that it reads, in their order. */
export function summaryOf(text: string): string {
  const changes = [...text.matchAll(CHANGES)].map(
    ([, insert, update, remove, table = '']) => `${insert ?? update ?? remove} `.toUpperCase() + table.toLowerCase(),
  );
  if (changes.length > 0) return shortened([...new Set(changes)]);
  const defined = new Set(namesIn(text, DEFINED));
  return shortened(['SELECT', ...new Set(namesIn(text, TABLES).filter((name) => !defined.has(name)))]);
}

function shortened(parts: readonly string[]): string {
  const [first = '', ...others] = parts;
  return others.reduce((text, part) => (text.length + part.length < LONGEST ? `${text} ${part}` : text), first);
}

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name.toLowerCase());
