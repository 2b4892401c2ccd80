// The lines of migrations/statements.txt: the statements of this release with their places.
import type { RecordedStatement } from '../support/statement-recorder.ts';
import { originOf } from './rule/origin.ts';

/** Sent only if something else happens at the same time, or only once in a process. */
const SOMETIMES = [
  "select extversion as version from pg_extension where extname = 'citus'",
  'delete from token_owners where token_hash = any($1::bytea[])',
  "select pg_advisory_xact_lock(hashtextextended('audit outbox', 0))",
];

const withoutComments = (text: string): string => text.replaceAll(/^\s*--.*$/gm, '');

const onOneLine = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')').trim();

/** One line per statement, sorted. */
export function linesOf(recorded: readonly RecordedStatement[]): string {
  const texts = recorded.map(({ text }) => onOneLine(withoutComments(text)));
  const lines = [...new Set([...texts, ...SOMETIMES])].map((text) => `${originOf(text)}\t${text}`);
  return `${lines.sort().join('\n')}\n`;
}
