// A drill uses a separate database, whatever form the service's address has.
import { expect, test } from 'vitest';
import { inDatabase } from '../../src/cli/scratch-url.ts';

test.each([
  ['postgres://u:p@db:5432/cairn', 'postgres://u:p@db:5432/x'],
  ['postgres://u:p@db/cairn?sslmode=require', 'postgres://u:p@db/x?sslmode=require'],
  ['postgres://u:p@db:5432', 'postgres://u:p@db:5432/x'],
  ['postgres://u:p@db:5432/', 'postgres://u:p@db:5432/x'],
  ['postgres://u@db?sslmode=require', 'postgres://u@db/x?sslmode=require'],
  ['postgresql://a:1,b:2/cairn', 'postgresql://a:1,b:2/x'],
  ['postgres://?host=/var/run/postgresql', 'postgres:///x?host=/var/run/postgresql'],
  ['postgres:///cairn?host=/var/run/postgresql', 'postgres:///x?host=/var/run/postgresql'],
])('%s', (url, expected) => {
  expect(inDatabase(url, 'x')).toBe(expected);
});
