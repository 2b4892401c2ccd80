// Exports rows of a log as NDJSON (one JSON object per line) or CSV (RFC 4180).

/** One JSON object per line. */
export async function* asNdjson(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}

/** A CSV column: its heading, and a function for the cells. */
export interface Column<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => unknown;
}

/** A heading and one line per row, ended by CRLF. Objects become JSON; null and undefined become empty. */
export async function* asCsv<Row>(rows: AsyncIterable<Row>, columns: readonly Column<Row>[]): AsyncGenerator<string> {
  yield line(columns.map(({ heading }) => heading));
  for await (const row of rows) yield line(columns.map(({ cell }) => cell(row)));
}

const line = (cells: readonly unknown[]): string => `${cells.map((cell) => quoted(textOf(cell))).join(',')}\r\n`;

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

// Spreadsheets execute cells that start like a formula, including full-width characters; an apostrophe prevents that.
// Quotes keep locales that separate at semicolons or tabs from splitting a cell.
const quoted = (text: string): string => {
  const safe = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
