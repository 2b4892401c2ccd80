// Rows of a log as text for other programs: NDJSON (one JSON object a line) and CSV (RFC 4180). Pure.

/** One JSON object a line. */
export async function* asNdjson(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}

/** A column of a CSV export: its heading and the cell of a row. */
export interface Column<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => unknown;
}

/** A heading line and one line a row, ended by CRLF. Objects become JSON; null and undefined are empty. */
export async function* asCsv<Row>(rows: AsyncIterable<Row>, columns: readonly Column<Row>[]): AsyncGenerator<string> {
  yield line(columns.map(({ heading }) => heading));
  for await (const row of rows) yield line(columns.map(({ cell }) => cell(row)));
}

const line = (cells: readonly unknown[]): string => `${cells.map((cell) => quoted(textOf(cell))).join(',')}\r\n`;

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

// A spreadsheet runs a cell that begins like a formula, in full width too; a leading apostrophe makes it text. Where
// spreadsheets divide at semicolons or tabs, quotes keep the rest of a cell from being another one.
const quoted = (text: string): string => {
  const safe = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
