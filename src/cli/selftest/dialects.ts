// The dialects of six identity providers.
import type { JsonObject } from '@cairn/scim-protocol/json';
import { GROUP_URN, USER_URN } from '@cairn/scim-protocol/urns';
import { entra } from './entra.ts';
import { okta } from './okta.ts';
import {
  ADDED,
  DEACTIVATED,
  type Dialect,
  GONE,
  MEMBERS_CHANGED,
  NONE,
  OFF,
  ON,
  patch,
  type Send,
  search,
  step,
} from './step.ts';

/** The other providers send a part of the same requests, with a few differences. */
interface Simple {
  readonly provider: string;
  readonly key: string;
  readonly off: (path: string, user: JsonObject) => Send;
  readonly add: (group: string, member: JsonObject) => Send;
  readonly remove: (group: string, id: string) => Send;
}

function simple(mark: string, { provider, key, off, add, remove }: Simple): Dialect {
  const userName = `${key}.${mark}@example.com`;
  const user = {
    schemas: [USER_URN],
    userName,
    externalId: `${key}-${mark}`,
    active: true,
    emails: [{ value: userName }],
  };
  const [path, group] = [`Users/bulkId:${key}`, `Groups/bulkId:${key}-group`];
  const pushed = { schemas: [GROUP_URN], displayName: `${provider} ${mark}` };
  return {
    provider,
    steps: [
      step('finds no user before the first one', search('Users', `userName eq "${userName}"`), NONE),
      step('creates a user', { method: 'POST', path: 'Users', body: user, as: key }, { answer: ON, changes: [ADDED] }),
      step('creates a group', { method: 'POST', path: 'Groups', body: pushed, as: `${key}-group` }, {}),
      step('adds a member', add(group, { value: `bulkId:${key}` }), { changes: [MEMBERS_CHANGED] }),
      step('removes the member', remove(group, `bulkId:${key}`), { changes: [MEMBERS_CHANGED] }),
      step('deactivates the user', off(path, user), { answer: OFF, changes: [DEACTIVATED] }),
      step('deletes the group', { method: 'DELETE', path: group }, {}),
      step('deletes the user', { method: 'DELETE', path }, { changes: ['team.member.removed'] }),
      step('no longer finds the user', { method: 'GET', path }, GONE),
    ],
  };
}

const addMembers = (group: string, member: JsonObject): Send =>
  patch(group, { op: 'add', path: 'members', value: [member] });
const removeByFilter = (group: string, id: string): Send =>
  patch(group, { op: 'remove', path: `members[value eq "${id}"]` });
const removeByValue = (group: string, id: string): Send =>
  patch(group, { op: 'remove', path: 'members', value: [{ value: id }] });
const replaceActive = (path: string): Send => patch(path, { op: 'replace', path: 'active', value: false });
const replaceUser = (path: string, user: JsonObject): Send => ({ method: 'PUT', path, body: { ...user, ...OFF } });

const OTHERS: readonly Simple[] = [
  { provider: 'Google Workspace', key: 'google', off: replaceUser, add: addMembers, remove: removeByFilter },
  { provider: 'OneLogin', key: 'onelogin', off: replaceActive, add: addMembers, remove: removeByFilter },
  { provider: 'JumpCloud', key: 'jumpcloud', off: replaceUser, add: addMembers, remove: removeByValue },
  {
    provider: 'Ping',
    key: 'ping',
    off: (path) => patch(path, { op: 'replace', value: OFF }),
    add: addMembers,
    remove: removeByFilter,
  },
];

/** All dialects. `mark` makes their names unique in the workspace. */
export const dialectsOf = (mark: string): readonly Dialect[] => [
  okta(mark),
  entra(mark),
  ...OTHERS.map((other) => simple(mark, other)),
];
