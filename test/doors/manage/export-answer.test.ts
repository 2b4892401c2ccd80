// Exports a log as a file with no, one or several rows, and with unreadable rows.
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { refuse } from '../../../src/base/refusal.ts';
import { exportAnswer } from '../../../src/doors/manage/export-answer.ts';
import { payloadOf } from '../../../src/http/answers/answer.ts';

interface Row {
  readonly n: number;
}
const COLUMNS = [{ heading: 'N', cell: (row: Row) => row.n }];
const away = () => refuse('not-ready', 'The database is away.');

async function* rows(count: number, endsWell = true): AsyncGenerator<Row> {
  for (let n = 1; n <= count; n += 1) yield { n };
  if (!endsWell) throw away();
}

test.each([
  [0, '', 'N\r\n'],
  [1, '{"n":1}\n', 'N\r\n1\r\n'],
  [3, '{"n":1}\n{"n":2}\n{"n":3}\n', 'N\r\n1\r\n2\r\n3\r\n'],
])('exports %i rows', async (count, ndjson, csv) => {
  const whole = async (format: 'ndjson' | 'csv') =>
    text(payloadOf(await exportAnswer(rows(count), format, 'log', COLUMNS)) as Readable);
  expect([await whole('ndjson'), await whole('csv')]).toEqual([ndjson, csv]);
});

test.each([
  [undefined, 'application/x-ndjson', 'log.ndjson'],
  ['ndjson', 'application/x-ndjson', 'log.ndjson'],
  ['csv', 'text/csv; charset=utf-8', 'log.csv'],
] as const)('exports as %s to a file that is never cached', async (format, type, name) => {
  const answer = await exportAnswer(rows(1), format, 'log', COLUMNS);
  expect(answer.headers).toEqual({
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  });
  expect(await text(payloadOf(answer) as Readable)).not.toBe('');
});

test.each(['ndjson', 'csv'] as const)('refuses an export that cannot be read at all: %s', async (format) => {
  await expect(exportAnswer(rows(0, false), format, 'log', COLUMNS)).rejects.toMatchObject({ slug: 'not-ready' });
  const answer = await exportAnswer(rows(1, false), format, 'log', COLUMNS);
  await expect(text(payloadOf(answer) as Readable)).rejects.toMatchObject({ slug: 'not-ready' });
});

test('stops reading when the caller disconnects', async () => {
  let hasEnded = false;
  async function* endless(): AsyncGenerator<Row> {
    try {
      for (let n = 1; ; n += 1) yield { n };
    } finally {
      hasEnded = true;
    }
  }
  const stream = payloadOf(await exportAnswer(endless(), 'ndjson', 'log', COLUMNS)) as Readable;
  expect(String(await once(stream, 'data'))).toBe('{"n":1}\n');
  stream.destroy();
  await once(stream, 'close');
  expect(hasEnded).toBe(true);
});
