// Six identity providers in cycles: correct writes are never reported, and writes that never stick always are.
import { readResource } from '@cairn/scim-protocol/dialects';
import type { JsonObject, JsonValue } from '@cairn/scim-protocol/json';
import { applyPatch } from '@cairn/scim-protocol/patch';
import { readPatch } from '@cairn/scim-protocol/patch-request';
import { USER_TYPE } from '@cairn/scim-protocol/resource-type';
import { ENTERPRISE_USER_URN } from '@cairn/scim-protocol/urns';
import { describe, expect, it } from 'vitest';
import { unshownSteps, unshownValues } from '../../src/provisioning/unshown-values.ts';
import { userFacts, wholeUser } from '../../src/provisioning/users/user-record.ts';
import { withWorkEmail } from '../../src/provisioning/users/work-email.ts';

/** A user record, changed as the service changes it. Each write returns the attributes that the response lacks. */
function record() {
  let shown: JsonObject = {};
  let extra: JsonValue[] = [];
  const store = (whole: JsonObject): void => {
    const { columns } = userFacts(whole, { strict: false });
    shown = JSON.parse(columns.attributes);
    extra = JSON.parse(columns.extra_emails ?? '[]');
  };
  return {
    put(body: JsonObject): string[] {
      const sent = readResource(USER_TYPE, body, {});
      store({ ...sent, active: sent.active ?? true });
      return unshownValues(sent, shown).map(({ attribute }) => attribute);
    },
    patch(...operations: JsonObject[]): string[] {
      const steps = readPatch(USER_TYPE, { Operations: operations }, { allowsUnproven: true });
      const meant = withWorkEmail(wholeUser(shown, extra), steps);
      const patched = applyPatch(USER_TYPE, meant, steps).resource;
      store({ ...patched, active: patched.active ?? true });
      return unshownSteps(USER_TYPE, steps, shown).map(({ attribute }) => attribute);
    },
  };
}

type Provisioned = ReturnType<typeof record>;
const TITLES = ['Clerk', 'Lead', ' Head of Sales ', ''];
const titleOf = (cycle: number): string => TITLES[cycle % TITLES.length] ?? '';
const manager = (cycle: number): string => `0199a000-0000-7000-8000-00000000000${cycle % 10}`;
const address = (cycle: number): string => `ana${cycle % 3}@example.com`;

/** What each provider sends in a cycle if its mapping is correct. */
const DIALECTS: Record<string, (user: Provisioned, cycle: number) => string[]> = {
  'Okta, which replaces the whole user with a second address': (user, cycle) =>
    user.put({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', ENTERPRISE_USER_URN],
      id: 'echoed',
      userName: address(cycle),
      externalId: '00u1',
      password: 'x',
      name: { givenName: 'Ana', familyName: 'Silva' },
      displayName: 'Ana Silva',
      title: titleOf(cycle),
      active: true,
      emails: [
        { primary: true, value: address(cycle), type: 'work' },
        { primary: false, value: 'ana@home.example', type: 'home' },
      ],
      phoneNumbers: [
        { value: '1', type: 'work', primary: true },
        { value: '2', type: 'mobile', primary: true },
      ],
      groups: [],
      [ENTERPRISE_USER_URN]: { department: 'Sales', manager: { value: manager(cycle), displayName: 'Bo' } },
      meta: { resourceType: 'User' },
    }),
  'Entra ID, which patches attribute by attribute': (user, cycle) => [
    ...(cycle === 0
      ? user.put({ userName: 'ana@example.com', active: 'True', emails: [{ value: 'ana@a.test' }] })
      : []),
    ...user.patch(
      { op: 'Replace', path: 'active', value: 'True' },
      { op: 'Add', path: 'emails[type eq "work"].value', value: address(cycle) },
      { op: 'Replace', path: 'name.givenName', value: 'Ana' },
      { op: 'Add', path: `${ENTERPRISE_USER_URN}:manager`, value: manager(cycle) },
      { op: 'Add', path: 'urn:acme:hr:1.0:User:tags', value: ['x', 'y'] },
      { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Porto' },
      { op: 'Replace', path: 'title', value: titleOf(cycle) },
    ),
    ...user.patch({ op: 'Remove', path: 'urn:acme:hr:1.0:User:tags[value eq "x"]' }),
    ...user.patch({ op: 'Remove', path: 'nickName' }),
  ],
  'OneLogin, which sends objects without a path': (user, cycle) => [
    ...(cycle === 0 ? user.put({ userName: 'ana', emails: [{ value: 'ana@a.test', primary: true }] }) : []),
    ...user.patch({
      op: 'replace',
      value: {
        'name.givenName': 'Ana',
        active: true,
        emails: [{ value: address(cycle), type: 'work', primary: true }],
      },
    }),
  ],
  'JumpCloud, which replaces the user with custom attributes': (user, cycle) =>
    user.put({
      userName: address(cycle),
      active: true,
      emails: [{ value: address(cycle), type: 'work', primary: true }],
      addresses: [{ type: 'work', locality: '', country: 'PT' }],
      hobbies: ['chess', `run ${cycle % 3}`],
      'urn:acme:hr:1.0:User': { level: cycle % 4, remote: cycle % 2 === 0 },
    }),
  'Ping, which patches with capital letters': (user, cycle) => [
    ...(cycle === 0 ? user.put({ userName: 'ana', emails: [{ value: 'ana@a.test', type: 'work' }] }) : []),
    ...user.patch(
      { op: 'replace', path: 'USERNAME', value: address(cycle) },
      { op: 'remove', path: 'emails[type eq "work"]' },
      { op: 'add', path: 'emails', value: [{ value: address(cycle), type: 'work' }] },
    ),
  ],
  'a small provider, which leaves and returns': (user, cycle) => [
    ...(cycle === 0 ? user.put({ userName: 'ana@example.com' }) : []),
    ...user.patch({ op: 'replace', value: { active: cycle % 2 === 0 } }),
    ...user.patch({ op: 'add', path: 'roles', value: [{ value: 'admin', primary: 'True' }] }),
    ...user.patch({ op: 'remove', path: 'roles[value eq "admin"]' }),
  ],
};

describe('the values that a response lacks', () => {
  it.each(Object.entries(DIALECTS))('are none in 1,000 cycles with %s', (_, cycleOf) => {
    const user = record();
    const reported = Array.from({ length: 1_000 }, (_each, cycle) => cycleOf(user, cycle));
    expect(reported.flat()).toEqual([]);
  });

  it.each<[string, JsonObject, JsonObject, string[]]>([
    [
      'an address beside the primary one',
      { emails: [{ value: 'a@a.test', primary: true, type: 'home' }] },
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'b@a.test' },
      ['emails[type eq "work"].value'],
    ],
    ['the state', {}, { op: 'remove', path: 'active' }, ['active']],
  ])('name %s', (_, more, operation, attributes) => {
    const user = record();
    user.put({ userName: 'ana@example.com', ...more });
    expect([user.patch(operation), user.patch(operation)]).toEqual([attributes, attributes]);
  });

  it('name values that a faulty service would store differently', () => {
    const sent = readResource(USER_TYPE, { userName: 'a', title: 'x', hobbies: ['a', 'b'], 'urn:a:1.0:U': { b: 1 } });
    const shown = { ...sent, title: 'y', hobbies: ['a'], 'urn:a:1.0:U': { b: 2 } };
    expect(unshownValues(sent, shown).map(({ attribute }) => attribute)).toEqual(['title', 'hobbies', 'urn:a:1.0:U:b']);
    const steps = readPatch(USER_TYPE, {
      Operations: [
        { op: 'remove', path: 'urn:acme:hr:1.0:User:tags[value eq "x"]' },
        { op: 'replace', path: 'title', value: 'x' },
        { op: 'remove', path: 'emails[value eq "ana@example.com"]' },
      ],
    });
    const kept = {
      userName: 'a',
      title: 'y',
      emails: [{ value: 'Ana@example.com' }],
      'urn:acme:hr:1.0:User': { tags: ['x', 'y'] },
    };
    expect(unshownSteps(USER_TYPE, steps, kept)).toEqual([
      { attribute: 'urn:acme:hr:1.0:User:tags[…]', value: null },
      { attribute: 'title', value: 'x' },
      // The address in the filter is personal.
      { attribute: 'emails[…]', value: null },
    ]);
  });
});
