import { expect, test } from 'vitest';
import { violatedConstraint } from '../../src/storage/database.ts';

const failed = (code: string, more: object = {}, message = ''): Error =>
  Object.assign(new Error(message), { code, ...more });

test.each([
  ['a server', failed('23505', { constraint: 'groups_name' }), 'groups_name'],
  ['a shard', failed('23505', { constraint: 'groups_name_102008' }), 'groups_name'],
  [
    'a worker, which names it only in the message',
    failed('23505', {}, 'duplicate key value violates unique constraint "groups_name_102008"'),
    'groups_name',
  ],
  [
    'a worker that checks a rule',
    failed('23514', {}, 'new row for relation "team_seats_102011" violates check constraint "members_seats"'),
    'members_seats',
  ],
  [
    'a coordinator that copies rows to a worker',
    failed('XX000', {}, 'duplicate key value violates unique constraint "groups_name_102008"'),
    'groups_name',
  ],
  ['an internal error', failed('XX000', {}, 'cache lookup failed for constraint "x"'), undefined],
  ['an unrelated error', failed('57014', {}, 'violates constraint "x"'), undefined],
  ['a value that is not a statement error', undefined, undefined],
])('finds the constraint that %s names', (_, thrown, name) => {
  expect(violatedConstraint(thrown)).toBe(name);
});
