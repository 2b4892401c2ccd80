// How a command's result is shown: JSON for scripts, plain lines for people.
import { aligned } from './aligned.ts';
import { terminalText } from './terminal-text.ts';

/** One JSON value, or for a person: a list as columns, anything else as `name: value` lines, lists below their name. */
export const rendered = (result: object, asJson: boolean): string =>
  asJson ? JSON.stringify(result) : terminalText(Array.isArray(result) ? columns(result) : lines(result));

const shown = (value: unknown): string =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)
    ? '-'
    : Array.isArray(value)
      ? value.map(shown).join(', ')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);

const lines = (result: object): string =>
  Object.entries(result)
    .map(([name, value]) => `${name}:${isTable(value) ? `\n${indented(columns(value))}` : ` ${shown(value)}`}`)
    .join('\n');

const isTable = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && typeof value[0] === 'object' && value[0] !== null;

const indented = (text: string): string => text.replaceAll(/^/gm, '  ');

function columns(rows: readonly object[]): string {
  const first = rows[0];
  if (first === undefined) return 'nothing to list';
  const names = Object.keys(first);
  return aligned([names, ...rows.map((row) => names.map((name) => shown(row[name as keyof typeof row])))]).join('\n');
}
