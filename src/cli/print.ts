// How a command's result is shown: JSON for scripts, plain lines for people.
import { aligned } from './aligned.ts';
import { terminalText } from './terminal-text.ts';

/** One JSON value, or for a person: a list as columns, anything else as `name: value` lines. */
export const rendered = (result: object, asJson: boolean): string =>
  asJson ? JSON.stringify(result) : terminalText(Array.isArray(result) ? columns(result) : lines(result));

const shown = (value: unknown): string =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)
    ? '-'
    : Array.isArray(value)
      ? value.join(', ')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);

const lines = (result: object): string =>
  Object.entries(result)
    .map(([name, value]) => `${name}: ${shown(value)}`)
    .join('\n');

function columns(rows: readonly object[]): string {
  const first = rows[0];
  if (first === undefined) return 'nothing to list';
  const names = Object.keys(first);
  return aligned([names, ...rows.map((row) => names.map((name) => shown(row[name as keyof typeof row])))]).join('\n');
}
