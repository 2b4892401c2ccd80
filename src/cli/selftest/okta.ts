// The requests of Okta.
import type { JsonObject } from '@cairn/scim-protocol/json';
import { GROUP_URN, USER_URN } from '@cairn/scim-protocol/urns';
import {
  ADDED,
  DEACTIVATED,
  type Dialect,
  FOUND,
  MEMBERS_CHANGED,
  NONE,
  OFF,
  ON,
  patch,
  REACTIVATED,
  type Step,
  search,
  step,
  TAKEN,
} from './step.ts';

export const okta = (mark: string): Dialect => ({ provider: 'Okta', steps: [...people(mark), ...groups(mark)] });

function people(mark: string): Step[] {
  const user = userOf(mark);
  const { userName } = user;
  const path = 'Users/bulkId:okta';
  const byName = search('Users', `userName eq "${userName}"`, '&startIndex=1&count=100');
  return [
    step('finds no user before the first assignment', byName, NONE, 'okta-filter'),
    step(
      'creates a user, and returns it without the password',
      { method: 'POST', path: 'Users', body: user, as: 'okta' },
      { answer: { userName, active: true }, without: ['password'], changes: [ADDED] },
      'okta-create',
    ),
    step('finds the user by userName', byName, FOUND, 'okta-filter'),
    step('refuses a duplicate', { method: 'POST', path: 'Users', body: user }, TAKEN, 'okta-duplicate'),
    step('reads the user', { method: 'GET', path }, { answer: { userName } }, 'okta-read'),
    step(
      'updates the user by PUT',
      { method: 'PUT', path, body: { ...user, title: 'Engineer' } },
      { answer: { title: 'Engineer' } },
      'okta-update',
    ),
    step(
      'deactivates by PUT',
      { method: 'PUT', path, body: { ...user, ...OFF } },
      { answer: OFF, changes: [DEACTIVATED] },
      'okta-deactivate',
    ),
    step('reactivates', patch(path, { op: 'replace', value: ON }), { answer: ON, changes: [REACTIVATED] }, 'okta-on'),
    step(
      'deactivates by PATCH',
      patch(path, { op: 'replace', value: OFF }),
      { answer: OFF, changes: [DEACTIVATED] },
      'okta-deactivate',
    ),
    step(
      'restores the user who is assigned again',
      { method: 'POST', path: 'Users', body: user },
      { answer: ON, changes: [REACTIVATED] },
      'okta-on',
    ),
    step(
      'reads pages',
      { method: 'GET', path: 'Users?startIndex=1&count=1' },
      { answer: { startIndex: 1 } },
      'okta-pages',
    ),
  ];
}

function groups(mark: string): Step[] {
  const group = 'Groups/bulkId:okta-group';
  const member = { value: 'bulkId:okta', display: userOf(mark).userName };
  return [
    step(
      'pushes a group',
      {
        method: 'POST',
        path: 'Groups',
        body: { schemas: [GROUP_URN], displayName: `Okta ${mark}`, members: [] },
        as: 'okta-group',
      },
      { answer: { displayName: `Okta ${mark}` } },
      'okta-groups',
    ),
    step(
      'adds a member',
      patch(group, { op: 'add', path: 'members', value: [member] }),
      { changes: [MEMBERS_CHANGED] },
      'okta-groups',
    ),
    step(
      'renames the group, and keeps its members',
      patch(group, { op: 'replace', value: { id: 'bulkId:okta-group', displayName: `Okta 2 ${mark}` } }),
      { answer: { displayName: `Okta 2 ${mark}` }, changes: ['team.group.renamed'] },
      'okta-groups',
    ),
    step(
      'removes the member',
      patch(group, { op: 'remove', path: 'members[value eq "bulkId:okta"]' }),
      { changes: [MEMBERS_CHANGED] },
      'okta-groups',
    ),
    step('deletes the group', { method: 'DELETE', path: group }, { changes: ['team.group.deleted'] }, 'okta-groups'),
  ];
}

function userOf(mark: string): JsonObject & { readonly userName: string } {
  const userName = `okta.${mark}@example.com`;
  return {
    schemas: [USER_URN],
    userName,
    name: { givenName: 'Olga', familyName: 'Test' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Olga Test',
    locale: 'en-US',
    externalId: `00u${mark}`,
    groups: [],
    password: 'a placeholder',
    active: true,
  };
}
