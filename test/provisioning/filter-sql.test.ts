// Applies random filters to random users and groups. The database selects exactly those that match in memory.

import { readResource } from '@cairn/scim-protocol/dialects';
import { matches } from '@cairn/scim-protocol/filter-match';
import { parseFilter } from '@cairn/scim-protocol/filter-parser';
import { isJsonObject, type JsonObject } from '@cairn/scim-protocol/json';
import { GROUP_TYPE, type ResourceType, USER_TYPE } from '@cairn/scim-protocol/resource-type';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groupAttributes } from '../../src/provisioning/groups/group-attribute-store.ts';
import { selectGroups } from '../../src/provisioning/groups/group-record-store.ts';
import { groupResource } from '../../src/provisioning/groups/group-resource.ts';
import { createGroup } from '../../src/provisioning/groups/group-sync.ts';
import { filterSql, keySql } from '../../src/provisioning/rows/filter-sql.ts';
import type { ScimContext } from '../../src/provisioning/scim-context.ts';
import { createUser } from '../../src/provisioning/users/create-user.ts';
import { userAttributes } from '../../src/provisioning/users/user-attribute-store.ts';
import { selectUsers } from '../../src/provisioning/users/user-record-store.ts';
import { userResource } from '../../src/provisioning/users/user-resource.ts';
import type { Database } from '../../src/storage/database.ts';
import { freshTeam } from '../directory/support.ts';
import { openTestDatabase } from '../support/database.ts';
import { runs } from '../support/runs.ts';

const EVERYBODY = { where: undefined, key: undefined, after: undefined, offset: 0, limit: 1_000 };
let database: Database;
let scope: ScimContext;
let users: JsonObject[];
let groups: JsonObject[];

// Letters whose lowercase form differs between databases, and characters with a meaning in patterns.
const word = fc.string({
  unit: fc.constantFrom('a', 'A', 'b', 'É', 'İ', 'ß', '\u212a', '%', '_', '\\', '"', '𝒳'),
  maxLength: 3,
});
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const labelled = (value: fc.Arbitrary<string>) =>
  fc.array(fc.record({ value, type: optional(fc.constantFrom('work', 'Home')), primary: optional(fc.boolean()) }), {
    maxLength: 3,
  });

/** Values that customers store without a schema, including nulls, empty lists and mixtures. */
const scalar = fc.oneof(word, fc.integer({ min: 0, max: 3 }), fc.boolean(), fc.constant(null));
const member = fc.oneof(scalar, fc.array(scalar, { maxLength: 2 }));
const object = fc.record(
  { k1: member, Type: fc.constantFrom('p', 'Q', null), value: member, primary: fc.boolean(), constructor: word },
  { requiredKeys: [] },
);
const anything = optional(fc.oneof(scalar, object, fc.array(fc.oneof(scalar, object), { maxLength: 3 })));

const someone = fc.record({
  custom: anything,
  constructor: anything,
  userName: word.map((text) => `u${text}`),
  externalId: optional(word),
  displayName: optional(word),
  title: optional(word),
  profileUrl: optional(word),
  active: fc.boolean(),
  name: optional(fc.record({ familyName: optional(word), givenName: optional(word) })),
  phoneNumbers: labelled(word),
  roles: labelled(word),
  department: optional(word),
  manager: optional(word.map((text) => `m${text}`)),
  'urn:acme:hr:1.0:User': optional(
    fc.record({
      badge: optional(word),
      floor: optional(fc.integer({ min: 0, max: 3 })),
      remote: optional(fc.boolean()),
      phones: anything,
    }),
  ),
});

beforeAll(async () => {
  database = await openTestDatabase();
  const team = await freshTeam(database);
  scope = { ...team, base: 'https://cairn.test/scim/v2/x', strict: false, now: 0, warn: () => undefined };
  const bodies = fc.sample(someone, { numRuns: 40, seed: 7 });
  const ids = await Promise.all(
    bodies.map((body, index) =>
      database.inTransaction(async (tx) => {
        const { externalId, ...rest } = JSON.parse(JSON.stringify(body));
        const emails =
          index % 3 === 0
            ? {}
            : { emails: [{ value: `A${index}@X.example`, type: index % 2 === 0 ? 'work' : 'home' }] };
        const own = {
          ...rest,
          ...emails,
          userName: `${rest.userName}${index}`,
          externalId: externalId && `${externalId}${index}`,
        };
        return (await createUser(tx, scope, readResource(USER_TYPE, own))).record_id;
      }),
    ),
  );
  for (const [index, name] of ['Sales', 'sALES é', 'İstanbul', 'Empty', '100%'].entries()) {
    const members = name === 'Empty' ? [] : ids.filter((_, at) => at % (index + 2) === 0).map((value) => ({ value }));
    const body = { displayName: name, members, ...(index % 2 === 0 ? { externalId: `G${index}` } : {}) };
    await database.inTransaction((tx) => createGroup(tx, scope, readResource(GROUP_TYPE, body)));
  }
  users = (await selectUsers(database, scope, { ...EVERYBODY, withGroups: true })).map((row) =>
    userResource(scope, row),
  );
  groups = (await selectGroups(database, scope, { ...EVERYBODY, reach: 'all' })).map((row) =>
    groupResource(scope, row),
  );
});
afterAll(() => database.close());

const quotes = (text: string): string => JSON.stringify(text);
const lastModifiedOf = (user: JsonObject | undefined): string =>
  isJsonObject(user?.meta) ? String(user.meta.lastModified) : '';
/** `primary` is a boolean even without a schema. */
const isPrimaryFit = (text: string): boolean =>
  !text.startsWith('primary') || /^primary (pr|(eq|ne) (true|false|null))$/.test(text);
const textual = fc.constantFrom('eq', 'ne', 'co', 'sw', 'ew');

/** Values that exist, so that equality sometimes matches. */
const known = (): string[] =>
  [
    ...users.flatMap((user) => [user.id, user.userName, user.externalId, user.displayName, user.title]),
    ...[...users, ...groups].flatMap(({ meta }) => Object.values(meta as JsonObject)),
    ...groups.flatMap((group) => [group.id, group.displayName, group.externalId]),
    'work',
    'HOME',
    'a@x.example',
    'A1@x.EXAMPLE',
    'direct',
    'User',
  ].filter((value) => typeof value === 'string');
const value = fc.oneof(
  word,
  fc.nat(10_000).map((at) => known()[at % known().length] ?? ''),
);
const date = fc.oneof(
  fc.constantFrom('2020-01-01T00:00:00Z', '2999-01-01T00:00:00.0000000+02:00'),
  fc.nat(10_000).map((at) => lastModifiedOf(users[at % users.length])),
);

const leaf = (names: readonly string[]) =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom(...names), textual, value)
      .map(([name, operator, text]) => `${name} ${operator} ${quotes(text)}`),
    fc.tuple(fc.constantFrom(...names), fc.constantFrom('pr', 'eq null', 'ne null')).map((parts) => parts.join(' ')),
  );
const moment = fc
  .tuple(
    fc.constantFrom('meta.lastModified', 'meta.created'),
    fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le'),
    date,
  )
  .map(([name, operator, text]) => `${name} ${operator} ${quotes(text)}`);

const connected = (term: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.letrec<{ tree: string; leaf: string }>((tie) => ({
    leaf: term,
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('leaf'),
      tie('tree').map((inner) => `not (${inner})`),
      fc
        .tuple(tie('tree'), fc.constantFrom('and', 'or'), tie('tree'))
        .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
    ),
  })).tree;

const typed = (names: readonly string[]) =>
  fc.oneof(
    leaf(names),
    fc
      .tuple(fc.constantFrom(...names), fc.constantFrom('eq true', 'ne false', 'eq 1', 'ne 2', 'gt 0', 'le 2'))
      .map((parts) => parts.join(' ')),
  );
const OWN = ['custom', 'CUSTOM', 'constructor', 'urn:acme:hr:1.0:User:phones'];
const OWN_SUBS = ['k1', 'type', 'value', 'constructor', 'missing'];
/** Attributes without a schema, with values of any structure and names in any form. */
const ownFilter = fc.oneof(
  typed([...OWN, ...OWN.flatMap((name) => OWN_SUBS.map((sub) => `${name}.${sub}`))]),
  fc.constantFrom('urn:acme:hr:1.0:User pr', 'URN:acme:hr:1.0:user PR', 'urn:acme:hr:2.0:User pr'),
  fc.constantFrom('urn:ietf:params:scim:schemas:extension:enterprise:2.0:User pr', 'custom.primary eq true'),
  fc
    .tuple(fc.constantFrom(...OWN), connected(typed([...OWN_SUBS, 'primary']).filter(isPrimaryFit)))
    .map(([name, inner]) => `${name}[${inner}]`),
  fc
    .tuple(fc.constantFrom(...OWN), fc.constantFrom('type eq "P"', 'not (k1 pr)'), typed(['value', 'k1']))
    .map(([name, inner, last]) => `${name}[${inner}].${last}`),
);

const inElement = (names: readonly string[]) =>
  connected(
    fc.oneof(
      leaf(names),
      ...(names.includes('primary') ? [fc.constantFrom('primary eq true', 'primary ne true', 'primary pr')] : []),
    ),
  );
const elementOf = (attributes: readonly string[], subs: readonly string[]) =>
  fc.tuple(fc.constantFrom(...attributes), inElement(subs)).map(([attribute, inner]) => `${attribute}[${inner}]`);

const userFilter = connected(
  fc.oneof(
    ownFilter,
    leaf([
      'userName',
      'externalId',
      'displayName',
      'title',
      'nickName',
      'profileUrl',
      'id',
      'schemas',
      'name.familyName',
      'name.givenName',
      'emails',
      'emails.value',
      'emails.type',
      'phoneNumbers.value',
      'phoneNumbers.type',
      'roles',
      'department',
      'manager',
      'manager.value',
      'groups',
      'groups.value',
      'groups.display',
      'groups.$ref',
      'groups.type',
      'urn:acme:hr:1.0:User:badge',
      'URN:acme:HR:1.0:user:BADGE',
      'meta.location',
      'meta.version',
      'meta.resourceType',
    ]),
    fc.constantFrom(
      'urn:acme:hr:1.0:User:floor gt 1',
      'urn:acme:hr:1.0:User:FLOOR le 2',
      'urn:acme:hr:1.0:User:floor ne 1',
      'urn:acme:hr:1.0:User:remote eq true',
      'active eq true',
      'active eq "False"',
      'active ne true',
      'active pr',
      'name pr',
      'meta pr',
      'groups pr',
      'emails pr',
      'manager pr',
    ),
    moment,
    elementOf(['emails', 'phoneNumbers', 'roles'], ['value', 'type', 'display']),
    elementOf(['groups'], ['value', 'display', 'type', '$ref']),
  ),
);
const groupFilter = connected(
  fc.oneof(
    leaf([
      'displayName',
      'externalId',
      'id',
      'schemas',
      'members',
      'members.value',
      'members.type',
      'members.$ref',
      'members.display',
      'meta.version',
      'meta.location',
    ]),
    fc.constantFrom('members pr', 'meta pr', 'displayName pr'),
    moment,
    elementOf(['members'], ['value', 'type', '$ref', 'display']),
  ),
);

const idsOf = (resources: readonly JsonObject[]): string[] => resources.map(({ id }) => String(id)).sort();
const inMemory = (type: ResourceType, all: readonly JsonObject[], text: string): string[] => {
  const filter = parseFilter(type, text, { allowsUnproven: true });
  return idsOf(all.filter((resource) => matches(filter, resource)));
};

describe('a filter in the database', () => {
  it('selects the same users as the filter in memory', async () => {
    await fc.assert(
      fc.asyncProperty(userFilter, async (text) => {
        const filter = parseFilter(USER_TYPE, text, { allowsUnproven: true });
        const where = filterSql(filter, userAttributes(scope));
        const key = keySql(filter, userAttributes(scope));
        const rows = await selectUsers(database, scope, { ...EVERYBODY, where, key, withGroups: false });
        expect(rows.map(({ record_id }) => record_id).sort()).toEqual(inMemory(USER_TYPE, users, text));
      }),
      { numRuns: runs(200) },
    );
  });

  it('selects the same groups as the filter in memory', async () => {
    await fc.assert(
      fc.asyncProperty(groupFilter, async (text) => {
        const filter = parseFilter(GROUP_TYPE, text);
        const where = filterSql(filter, groupAttributes(scope));
        const key = keySql(filter, groupAttributes(scope));
        const rows = await selectGroups(database, scope, { ...EVERYBODY, where, key, reach: 'none' });
        expect(rows.map(({ record_id }) => record_id).sort()).toEqual(inMemory(GROUP_TYPE, groups, text));
      }),
      { numRuns: runs(60) },
    );
  });

  it('selects the groups of one member, combined with any other condition on the same element', async () => {
    const more = [
      'type eq "user"',
      'type eq "Group"',
      'not (type eq "User")',
      'display pr',
      '$ref ew "x"',
      'value ne "x"',
    ];
    let selected = 0;
    for (const [at, { id }] of users.entries()) {
      const own = [...more, `$ref ew "/Users/${id}"`, `value eq "${id}"`, `value eq "${users[0]?.id}"`];
      const text = `members[value eq "${id}" and ${own[at % own.length]}]`;
      const where = filterSql(parseFilter(GROUP_TYPE, text), groupAttributes(scope));
      const rows = await selectGroups(database, scope, { ...EVERYBODY, where, key: undefined, reach: 'none' });
      expect([text, rows.map(({ record_id }) => record_id).sort()]).toEqual([text, inMemory(GROUP_TYPE, groups, text)]);
      selected += rows.length;
    }
    expect(selected).toBeGreaterThan(0);
  });

  it('refuses text that cannot be stored (400 invalidFilter)', () => {
    for (const text of ['userName eq "a\\u0000"', 'title co "\\ud800"']) {
      expect(() => filterSql(parseFilter(USER_TYPE, text), userAttributes(scope))).toThrow(
        /NUL or an incomplete character/,
      );
    }
  });
});
