// Turns a list of people and groups into the requests that would bring a connection into that state.
import { isJsonObject, type JsonObject, type JsonValue, memberNamed } from '@cairn/scim-protocol/json';
import { normalForm } from '@cairn/scim-protocol/normal-form';
import { PATCH_OP_URN } from '@cairn/scim-protocol/urns';
import type { KnownGroup, KnownUser } from './rehearsal-store.ts';
import type { ScimRequest } from './rehearsed-request.ts';

/** The people and groups that an identity provider would provision, as SCIM resources. */
export interface PeopleList {
  readonly users: readonly JsonObject[];
  /** `members` name people by userName, externalId or id. */
  readonly groups: readonly JsonObject[];
  /** Everyone else loses access, and other groups are deleted. */
  readonly is_complete: boolean;
}

/** The requests for the list: people first, then groups, then what is no longer on the list. */
export function requestsOfList(
  list: PeopleList,
  users: readonly KnownUser[],
  groups: readonly KnownGroup[],
): ScimRequest[] {
  const known = new Map(users.map((user) => [user.user_name_key, user]));
  const groupsByName = new Map(groups.map((group) => [group.display_name_key, group]));
  const ids = new Map(users.flatMap((user) => namesOf(user).map((name) => [name, user.record_id] as const)));
  const [kept, keptGroups] = [new Set<string>(), new Set<string>()];
  const ofUsers = list.users.map((user, index): ScimRequest => {
    const found = known.get(keyOf(memberNamed(user, 'userName')));
    if (found !== undefined) {
      kept.add(found.record_id);
      return patch('User', found.record_id, [{ op: 'replace', value: { active: true, ...user } }]);
    }
    const known_as = `bulkId:person-${index}`;
    for (const name of [memberNamed(user, 'userName'), memberNamed(user, 'externalId')])
      if (typeof name === 'string') ids.set(keyOf(name), known_as);
    return { method: 'POST', resource: 'User', id: undefined, body: user, known_as };
  });
  const ofGroups = list.groups.map((group): ScimRequest => {
    const body = withMembers(group, ids);
    const found = groupsByName.get(keyOf(memberNamed(group, 'displayName')));
    if (found === undefined) return { method: 'POST', resource: 'Group', id: undefined, body };
    keptGroups.add(found.record_id);
    return { method: 'PUT', resource: 'Group', id: found.record_id, body };
  });
  if (!list.is_complete) return [...ofUsers, ...ofGroups];
  const gone = users.filter(({ record_id, active }) => active && !kept.has(record_id));
  const goneGroups = groups.filter(({ record_id }) => !keptGroups.has(record_id));
  return [
    ...ofUsers,
    ...ofGroups,
    ...gone.map(({ record_id }) => patch('User', record_id, [{ op: 'replace', value: { active: false } }])),
    ...goneGroups.map(({ record_id: id }) => ({ method: 'DELETE', resource: 'Group', id, body: undefined }) as const),
  ];
}

/** A request for each of the first users that changes nothing by itself, so that only a new mapping has effects. */
export const requestsOfEveryone = (users: readonly KnownUser[], limit: number): ScimRequest[] =>
  users.slice(0, limit).map(({ record_id }) => patch('User', record_id, [{ op: 'add', value: {} }]));

const patch = (resource: 'User', id: string, Operations: JsonObject[]): ScimRequest => ({
  method: 'PATCH',
  resource,
  id,
  body: { schemas: [PATCH_OP_URN], Operations },
});

const keyOf = (name: JsonValue | undefined): string => (typeof name === 'string' ? normalForm(name) : '');

const namesOf = ({ record_id, user_name_key, external_id }: KnownUser): string[] => [
  record_id,
  user_name_key,
  ...(external_id === null ? [] : [keyOf(external_id)]),
];

/** Members with ids. Unknown names stay, so that the rehearsal reports them. */
function withMembers(group: JsonObject, ids: ReadonlyMap<string, string>): JsonObject {
  const members = memberNamed(group, 'members');
  if (!Array.isArray(members)) return group;
  return {
    ...group,
    members: members.map((member) => {
      const named = isJsonObject(member) ? memberNamed(member, 'value') : member;
      return { value: ids.get(keyOf(named)) ?? named ?? null };
    }),
  };
}
