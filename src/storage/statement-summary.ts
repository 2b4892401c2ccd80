// Summarizes a statement for traces: `SELECT trails trail_grants`, `UPDATE catalogs INSERT trails`. Uses only the text,
// which never contains callers' values.
import type { Sql } from './sql.ts';

/** Longer summaries end with the last word that fits. */
const MAX_LENGTH = 120;
/** The maximum number of cached summaries, because there may be many distinct texts (such as long filters). */
const MAX_CACHED = 1_000;

/** `for update`, `do update set` and `on delete` do not count as changes. */
const CHANGES =
  /\b(?:(insert)\s+into|(?<!for\s)(update)(?!\s+(?:set|of|skip|nowait)\b)|(delete)\s+from)\s+(?:only\s+)?([a-z_]\w*)/gi;
const TABLES = /\b(?:from|join)\s+(?:only\s+)?([a-z_]\w*)\b(?!\s*[.(])/gi;
/** Names of common table expressions. */
const DEFINED = /\b([a-z_]\w*)\s*(?:\([^()]*\)\s*)?as\s+(?:(?:not\s+)?materialized\s+)?\(/gi;

/** Cached summaries, by the statement's text. */
export function statementSummaries(): (statement: Sql) => string {
  const kept = new Map<string, string>();
  return ({ pieces }) => {
    const text = pieces.join('?');
    const known = kept.get(text);
    if (known !== undefined) return known;
    const summary = summaryOf(text);
    if (kept.size < MAX_CACHED) kept.set(text, summary);
    return summary;
  };
}

/** The statement's changes, or else SELECT and the tables it reads, in order. */
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
  return others.reduce((text, part) => (text.length + part.length < MAX_LENGTH ? `${text} ${part}` : text), first);
}

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name.toLowerCase());
