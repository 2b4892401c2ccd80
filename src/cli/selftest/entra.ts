// The requests of Microsoft Entra ID.
import type { JsonObject } from '@cairn/scim-protocol/json';
import { ENTERPRISE_USER_URN, GROUP_URN, USER_URN } from '@cairn/scim-protocol/urns';
import {
  ADDED,
  DEACTIVATED,
  type Dialect,
  FOUND,
  GONE,
  MEMBERS_CHANGED,
  NONE,
  OFF,
  ON,
  patch,
  type Step,
  search,
  step,
  TAKEN,
} from './step.ts';

export const entra = (mark: string): Dialect => ({
  provider: 'Microsoft Entra ID',
  steps: [...people(mark), ...changes(mark), ...groups(mark)],
});

const path = 'Users/bulkId:entra';

function people(mark: string): Step[] {
  const user = userOf(mark);
  const { userName } = user;
  const second = { ...user, userName: `second.${userName}`, externalId: `ext2-${mark}`, emails: [] };
  return [
    step('answers the connection test', search('Users', `userName eq "${mark}"`), NONE, 'entra-test'),
    step(
      'creates a user with nulls and texts as booleans',
      { method: 'POST', path: 'Users', body: user, as: 'entra' },
      { answer: { userName, active: true }, changes: [ADDED] },
      'entra-create',
    ),
    step(
      'creates another user',
      { method: 'POST', path: 'Users', body: second, as: 'entra-2' },
      { changes: [ADDED] },
      'entra-create',
    ),
    step('refuses a duplicate', { method: 'POST', path: 'Users', body: user }, TAKEN, 'entra-duplicate'),
    step('finds users in any case', search('Users', `userName eq "${userName.toUpperCase()}"`), FOUND, 'entra-filter'),
    step('finds users by externalId', search('Users', `externalId eq "ext-${mark}"`), FOUND, 'entra-filter'),
    step(
      'finds users by e-mail',
      search('Users', `emails[type eq "work"].value eq "${userName}"`),
      FOUND,
      'entra-filter',
    ),
  ];
}

function changes(mark: string): Step[] {
  const { userName } = userOf(mark);
  const email = 'emails[type eq "work"].value';
  return [
    step(
      'updates one attribute for each operation',
      patch(
        path,
        { op: 'Replace', path: email, value: `new.${userName}` },
        { op: 'Add', path: 'title', value: 'Engineer' },
      ),
      { answer: { title: 'Engineer' } },
      'entra-patch',
    ),
    step(
      'updates with dotted names (aadOptscim062020)',
      patch(path, {
        op: 'replace',
        value: { 'name.givenName': 'Enzo', [`${ENTERPRISE_USER_URN}:department`]: 'Sales' },
      }),
      { answer: { name: { givenName: 'Enzo' } } },
      'entra-patch',
    ),
    step(
      'sets a manager',
      patch('Users/bulkId:entra-2', { op: 'Add', path: `${ENTERPRISE_USER_URN}:manager`, value: 'bulkId:entra' }),
      { changes: ['team.member.manager_changed'] },
      'entra-manager',
    ),
    step(
      'disables a user',
      patch(path, { op: 'Replace', path: 'active', value: 'False' }),
      { answer: OFF, changes: [DEACTIVATED] },
      'entra-disable',
    ),
    step('still returns a disabled user', { method: 'GET', path }, { answer: OFF }, 'entra-disable'),
    step(
      'enables the user',
      patch(path, { op: 'Replace', path: 'active', value: 'True' }),
      { answer: ON },
      'entra-disable',
    ),
  ];
}

function groups(mark: string): Step[] {
  const group = 'Groups/bulkId:entra-group';
  const displayName = `Entra ${mark}`;
  const members = [
    { $ref: null, value: 'bulkId:entra' },
    { $ref: null, value: 'bulkId:entra-2' },
  ];
  return [
    step(
      'creates a group without members',
      {
        method: 'POST',
        path: 'Groups',
        body: { schemas: [GROUP_URN], externalId: `g-${mark}`, displayName },
        as: 'entra-group',
      },
      { answer: { displayName } },
      'entra-groups',
    ),
    step(
      'adds several members in one PATCH',
      patch(group, { op: 'Add', path: 'members', value: members }),
      { changes: [MEMBERS_CHANGED] },
      'entra-members',
    ),
    step(
      'reads groups without members',
      search('Groups', `displayName eq "${displayName}"`, '&excludedAttributes=members'),
      FOUND,
      'entra-groups',
    ),
    step(
      'removes only the members it names',
      patch(group, { op: 'Remove', path: 'members', value: [members[0] ?? null] }),
      { answer: { members: [{ value: 'bulkId:entra-2' }] } },
      'entra-members',
    ),
    step('deletes the group', { method: 'DELETE', path: group }, {}, 'entra-delete'),
    step('deletes a user', { method: 'DELETE', path }, { changes: ['team.member.removed'] }, 'entra-delete'),
    step('no longer finds the user', { method: 'GET', path }, GONE, 'entra-delete'),
  ];
}

function userOf(mark: string): JsonObject & { readonly userName: string } {
  const userName = `entra.${mark}@example.com`;
  return {
    schemas: [USER_URN, ENTERPRISE_USER_URN],
    externalId: `ext-${mark}`,
    userName,
    active: 'True',
    displayName: 'Enzo Test',
    emails: [{ primary: true, type: 'work', value: userName }],
    addresses: null,
    phoneNumbers: null,
    roles: [],
    meta: { resourceType: 'User' },
  };
}
