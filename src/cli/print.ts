// Formats a command's result: JSON for scripts, plain lines for people.
import { aligned } from './aligned.ts';
import type { Output } from './host.ts';
import { terminalText } from './terminal-text.ts';

/**
 * Formats a list as columns, and anything else as `name: value` lines with nested lists below their names. If the
 * terminal is too narrow for the columns, each row becomes `name: value` lines. `asJson` formats the result as one JSON
 * value.
 */
export function rendered(result: object, asJson: boolean, { isTTY, columns }: Omit<Output, 'write'> = {}): string {
  if (asJson) return JSON.stringify(result);
  const width = isTTY === true && columns !== undefined && columns > 0 ? columns : Number.POSITIVE_INFINITY;
  return terminalText(Array.isArray(result) ? list(result, width) : lines(result, width));
}

const formatted = (value: unknown): string =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)
    ? '-'
    : Array.isArray(value)
      ? value.map(formatted).join(', ')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);

const lines = (result: object, width: number): string =>
  Object.entries(result)
    .map(
      ([name, value]) => `${name}:${isTable(value) ? `\n${indented(list(value, width - 2))}` : ` ${formatted(value)}`}`,
    )
    .join('\n');

const isTable = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && typeof value[0] === 'object' && value[0] !== null;

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');

function list(rows: readonly object[], width: number): string {
  const first = rows[0];
  if (first === undefined) return 'nothing to list';
  const names = Object.keys(first);
  const cells = rows.map((row) => names.map((name) => formatted(row[name as keyof typeof row])));
  const table = aligned([names, ...cells]);
  if (fits(table, names.at(-1) ?? '', width)) return table.join('\n');
  return cells.map((row) => row.map((cell, at) => `${names[at]}: ${cell}`).join('\n')).join('\n\n');
}

/** Also true if only the last column is too wide but still gets half of the width, because it can wrap. */
const fits = (table: readonly string[], last: string, width: number): boolean =>
  table.every((line) => line.length <= width) || (table[0] ?? '').length - last.length <= width / 2;
