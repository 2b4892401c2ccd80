// Tests decisions without a database, on both sides of every limit and with no, one and two items.

import type { JsonObject } from '@cairn/scim-protocol/json';
import { ENTERPRISE_USER_URN } from '@cairn/scim-protocol/urns';
import { describe, expect, test } from 'vitest';
import type { CursorKeys } from '../../src/base/signed-cursor.ts';
import { DEFAULT_LIMITS, mostInAnHour } from '../../src/provisioning/guard/deactivation-limits.ts';
import { readScimCursor, writeScimCursor } from '../../src/provisioning/lists/scim-cursor.ts';
import type { ProvisioningRequest } from '../../src/provisioning/log/provisioning-request.ts';
import { refusalAnnouncements } from '../../src/provisioning/log/refusal-announcements.ts';
import { masked, maskedName } from '../../src/provisioning/masking.ts';
import { storedJson } from '../../src/provisioning/stored-json.ts';
import { sentAttributes } from '../../src/provisioning/users/person-attributes.ts';
import { userFacts } from '../../src/provisioning/users/user-record.ts';

test.each([
  [1, 10],
  [50, 10],
  [54, 10],
  [55, 11],
  [64, 12],
  [65, 13],
  [499, 99],
  [500, 100],
  [10_000, 100],
])('allows for %i people %i deactivations per hour', (people, most) => {
  expect(mostInAnHour(DEFAULT_LIMITS, people)).toBe(most);
});

test('lets a workspace choose fewer than ten per hour', () => {
  expect(mostInAnHour({ enabled: true, most_people: 3, most_percent: 100, final_after_days: 30 }, 500)).toBe(3);
});

describe('in the log', () => {
  test.each(['password', 'authorization', 'token'])('%s is masked completely, in any spelling', (name) => {
    for (const written of [name, name.toUpperCase(), `urn:a:User:${name}`, `a.${name}`])
      expect(masked({ [written]: 'hunter2', path: 'x' }, 'User')).toEqual({ [written]: '***', path: 'x' });
    expect(masked({ path: `urn:a:${name}`, value: 'hunter2' }, 'User')).toMatchObject({ value: '***' });
  });

  test.each(['eq', 'ne', 'co', 'sw', 'ew', 'EQ'])('unquoted text after %s is treated as personal', (operator) => {
    expect(masked({ filter: `title ${operator} boss` }, 'User')).toEqual({ filter: `title ${operator} b***` });
    expect(masked({ filter: `title ${operator} "boss"` }, 'User')).toEqual({ filter: `title ${operator} "b***"` });
    expect(masked({ filter: `title ${operator} 'big boss' and (title ${operator} Big Boss)` }, 'User')).toEqual({
      filter: `title ${operator} '*** and (title ${operator} B***)`,
    });
  });

  test('lists show fifty items and count the others', () => {
    const list = (length: number) => masked(Array(length).fill(true), 'User') as unknown[];
    expect(list(50)).toEqual(Array(50).fill(true));
    expect(list(52)).toEqual([...Array(50).fill(true), '… 2 more']);
  });

  test('values nested deeper than eight are hidden', () => {
    const nested = (depth: number): object => ({ a: depth === 1 ? true : nested(depth - 1) });
    expect(JSON.stringify(masked(nested(8), 'User'))).toContain('true');
    expect(JSON.stringify(masked(nested(9), 'User'))).toContain('"***"');
  });

  test('names of groups are visible, names of people are hidden, and email addresses keep only their domain', () => {
    expect(masked({ displayName: 'Sales' }, 'Group')).toEqual({ displayName: 'Sales' });
    expect(masked({ displayName: 'Sales' }, 'User')).toEqual({ displayName: 'S***' });
    const names = ['ann@example.com', '@example.com', 'Ann @ Sales', '🙂 face', 'true', '', null];
    expect(names.map(maskedName)).toEqual(['a***@example.com', '@***', 'A***', '🙂***', 'true', '', null]);
  });
});

test("a person's page shows neither the password nor the address of another resource", () => {
  const value = { value: '7', $ref: 'https://a.example/Users/7', type: 'User' };
  const sent = { password: 'x', id: '1', active: true, groups: [value], title: 'Boss', manager: value };
  expect(sentAttributes(sent)).toEqual([
    { path: 'title', type: '', value: 'Boss' },
    { path: 'manager', type: '', value: '7' },
  ]);
});

test('limits a resource to 256 K characters of JSON', () => {
  const frame = JSON.stringify({ title: '' }).length;
  const text = (length: number) => 'x'.repeat(256 * 1_024 - frame + length);
  expect(storedJson({ title: text(0) }).attributes).toHaveLength(256 * 1_024);
  expect(() => storedJson({ title: text(1) })).toThrow('at most 262144 are allowed');
});

test('accepts a cursor for an hour, inclusively', () => {
  const key: CursorKeys = [Buffer.alloc(32)];
  const query = ['User', ''];
  const position = { after: '01970000-0000-7000-8000-000000000001', total: 7 };
  const cursor = writeScimCursor(key, query, position, 5_000);
  expect(readScimCursor(key, query, cursor, 3_605_000)).toEqual(position);
  expect(() => readScimCursor(key, query, cursor, 3_605_001)).toThrow(
    expect.objectContaining({ scimType: 'expiredCursor' }),
  );
});

test('announces refusals by status and connection, but no internal errors', () => {
  const request = (outcome: string, status: number, connection_id = 'okta') =>
    ({ team_id: 'team', connection_id, at: 'now', outcome, status }) as ProvisioningRequest;
  const announced = refusalAnnouncements(() => 0)([
    ...[request('failed', 500), request('ok', 200), request('refused', 400), request('refused', 409)],
    ...[request('refused', 409), request('refused', 409, 'entra')],
  ]);
  expect(announced.map(({ subject, details }) => [subject.id, details])).toEqual([
    ['okta', { status: 400, count: 1 }],
    ['okta', { status: 409, count: 2 }],
    ['entra', { status: 409, count: 1 }],
  ]);
});

describe('of several email addresses', () => {
  const ofEmails = (emails: JsonObject[]) => userFacts({ userName: 'ann', emails }, { strict: false });
  const good = { value: 'ann@example.com' };
  const other = { value: 'lee@example.com' };
  const broken = { value: 'nobody' };
  const empty = { value: ' ' };

  test.each([
    ['the first', [good, other], good, 'ann@example.com'],
    ['the primary one', [good, { ...other, primary: true }], { ...other, primary: true }, 'lee@example.com'],
    [
      'the primary one that is not an address',
      [good, { ...broken, primary: true }],
      { ...broken, primary: true },
      null,
    ],
    ['an address before an invalid one', [broken, good], good, 'ann@example.com'],
    ['an address before an empty primary one', [{ ...empty, primary: true }, good], good, 'ann@example.com'],
    ['an invalid one before an empty one', [empty, broken], broken, null],
    ['an empty one without another', [empty], empty, null],
  ])('the one returned and used is %s', (_, emails, answered, email) => {
    const { columns, person, keepsAddress } = ofEmails(emails);
    expect([JSON.parse(columns.attributes).emails, person.email]).toEqual([[answered], email]);
    const others = emails.filter((each) => JSON.stringify(each) !== JSON.stringify(answered));
    expect(JSON.parse(columns.extra_emails ?? '[]')).toEqual(others);
    expect(keepsAddress).toBe(answered.value === broken.value);
  });
});

test.each([
  ['its value', { value: ' 7 ', $ref: 'https://a.example/Users/8' }, '7'],
  ['the last segment of its address', { $ref: 'https://a.example/Users/a%40b.example' }, 'a@b.example'],
  ['that address if the value is blank', { value: ' ', $ref: 'https://a.example/Users/8' }, '8'],
  ['the raw segment if it cannot be decoded', { $ref: 'https://a.example/Users/%zz' }, '%zz'],
  ['nothing if that is empty', { $ref: 'https://a.example/Users/' }, null],
])('uses as the name of a manager %s', (_, manager, name) => {
  expect(userFacts({ userName: 'ann', [ENTERPRISE_USER_URN]: { manager } }, { strict: false }).manager).toBe(name);
});
