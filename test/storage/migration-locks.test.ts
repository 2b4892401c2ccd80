import { expect, test } from 'vitest';
import { locksOf } from '../../src/storage/migrations/migration-locks.ts';

const migration = (text: string) => [{ version: 99, name: 'next', text, checksum: '', servesFrom: 0 }];

test.each([
  ['alter table trails add column colour text;', 'everything', false],
  ["alter table trails add column colour text not null default 'red';", 'everything', false],
  ['alter table trails add column id uuid default gen_random_uuid();', 'everything', true],
  ['alter table trails alter column title type varchar;', 'everything', true],
  ['alter table trails add constraint trails_c check (true);', 'everything', true],
  ['alter table trails add constraint trails_c check (true) not valid;', 'everything', false],
  ['create index trails_c on trails (colour);', 'writes', true],
  ['create unique index trails_c on trails (colour);', 'writes', true],
  ['update trails set title = title;', 'writes', true],
  ['create trigger t before update on trails for each row execute function f();', 'writes', false],
])('%s blocks %s', (text, blocks, isLong) => {
  expect(locksOf(migration(text))).toMatchObject([{ migration: '0099_next', table: 'trails', blocks, isLong }]);
});

test('allows concurrent index builds and changes to new tables, which block no writers', () => {
  expect(locksOf(migration('create index concurrently trails_c on trails (colour);'))).toEqual([]);
  expect(
    locksOf(
      migration('create table colours (id integer);\ncreate index c on colours (id);\ninsert into x values (1);'),
    ),
  ).toEqual([]);
});
