// Exports a log as NDJSON or CSV. Streams the rows, so that memory use does not depend on their number.
import { Readable } from 'node:stream';
import { Type } from '@sinclair/typebox';
import { asCsv, asNdjson, type Column } from '../../audit/export.ts';
import { OneOf } from '../../base/shape.ts';
import type { Answer } from '../../http/answers/answer.ts';

export const EXPORT_QUERY = { format: Type.Optional(OneOf(['ndjson', 'csv'], { default: 'ndjson' })) };

/** How endpoints declare an export in the OpenAPI document. */
export const EXPORT_ANSWER = {
  description: 'The whole log, newest first, as NDJSON (one JSON object per line) or CSV (RFC 4180).',
  schema: Type.String(),
  contentType: ['application/x-ndjson', 'text/csv'],
  headers: { 'Content-Disposition': 'A name for the file.' },
};

/**
 * Streams rows as a download named `<name>.ndjson` or `<name>.csv`. Reads the first row before the response starts, so
 * that a failing query returns an error instead of an empty file.
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

/** The same rows, with the first one already read. */
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
