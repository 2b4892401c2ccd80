// A log as a file to download: NDJSON or CSV, streamed so that memory stays flat whatever its length.
import { Readable } from 'node:stream';
import { Type } from '@sinclair/typebox';
import { asCsv, asNdjson, type Column } from '../../audit/export.ts';
import { OneOf } from '../../base/shape.ts';
import type { Answer } from '../../http/answers/answer.ts';

/** The query parameter of every export. */
export const EXPORT_QUERY = { format: Type.Optional(OneOf(['ndjson', 'csv'], { default: 'ndjson' })) };

/** How an export is declared. */
export const EXPORT_ANSWER = {
  description: 'The whole log, newest first: NDJSON (one JSON object a line) or CSV (RFC 4180).',
  schema: Type.String(),
  contentType: ['application/x-ndjson', 'text/csv'],
};

/**
 * The rows as a download named `<name>.ndjson` or `<name>.csv`. The first row is read before the answer begins: what
 * cannot be read at all is refused, and not an answer that ends before its first byte.
 */
export async function exportAnswer<Row extends object>(
  rows: AsyncIterable<Row>,
  format: 'ndjson' | 'csv' | undefined,
  name: string,
  columns: readonly Column<Row>[],
): Promise<Answer> {
  const isCsv = format === 'csv';
  const begun = await begin(rows);
  const text = isCsv ? asCsv(begun, columns) : asNdjson(begun);
  return {
    status: 200,
    headers: {
      'Content-Type': isCsv ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
      'Content-Disposition': `attachment; filename="${name}.${isCsv ? 'csv' : 'ndjson'}"`,
      'Cache-Control': 'no-store',
    },
    body: { stream: Readable.from(text) },
  };
}

/** The same rows, of which the first is read. */
async function begin<Row>(rows: AsyncIterable<Row>): Promise<AsyncIterable<Row>> {
  const iterator = rows[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* () {
    try {
      for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  })();
}
