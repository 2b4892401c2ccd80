// Groups in the API of /manage/v1.
import { Type } from '@sinclair/typebox';
import { Seen } from '../../base/seen.ts';
import { Count, closed, Email, Instant, Nullable, OneOf, Uuid } from '../../base/shape.ts';
import { TEXT_LIMITS } from '../../directory/checked.ts';
import { noSuchGroup } from '../../directory/groups/group.ts';
import { groupManagers } from '../../directory/groups/group-care.ts';
import { findListedGroup } from '../../directory/groups/group-list.ts';
import type { ListedGroup } from '../../directory/groups/listed-group.ts';
import type { Db } from '../../storage/database.ts';
import { givesOfGroup } from '../../trails/readers/group-grants.ts';
import { GRANTABLE, GrantedRoles } from './role-shapes.ts';

const Person = Type.Object({ user_id: Uuid('The person.'), name: Type.String(), email: Nullable(Email()) }, closed);

export const GroupResource = Type.Object(
  {
    id: Uuid('The group.'),
    display_name: Type.String(),
    description: Type.String(),
    source: Nullable(Type.Object({ connection_id: Uuid('The connection.'), name: Type.String() }, closed), {
      description: 'The connection that syncs the group; null if the service manages it.',
    }),
    roles: Type.Array(OneOf(GRANTABLE), { description: 'Roles of every active member.' }),
    admin_waits: Type.Boolean({
      description: 'Directory sync took the group over, and its admin role is suspended until an admin adds it again.',
    }),
    member_count: Type.Integer({ description: 'Members, including deprovisioned ones who can come back.' }),
    active_count: Type.Integer({ description: 'Active members, who hold the roles now.' }),
    created_at: Instant('When it was created.'),
    updated_at: Instant('When the name or members last changed.'),
  },
  { $id: 'GroupResource', ...closed },
);

export const GroupPage = Type.Object(
  {
    ...GroupResource.properties,
    managers: Type.Array(Person),
    gives: Type.Object(
      {
        trails: Count('Trails that are open to the group.'),
        sets: Count('Sets of trails that are open to the group.'),
        edits: Count('Trails and sets that the members can edit.'),
        approves: Type.Boolean({ description: 'Whether only the members of this group approve trails.' }),
      },
      {
        ...closed,
        description: 'Ends if the group is deleted. Disconnecting it, or a takeover by name, changes nothing.',
      },
    ),
  },
  { $id: 'GroupPage', ...closed },
);

export const GroupMember = Type.Object(
  {
    ...Person.properties,
    status: OneOf(['active', 'deprovisioned']),
    added_at: Instant('When the person was added.'),
  },
  { $id: 'GroupMember', ...closed },
);

const name = Type.String({ minLength: 1, maxLength: TEXT_LIMITS.group });
const description = Type.String({ maxLength: TEXT_LIMITS.description });
const People = Type.Array(Uuid('A member of the workspace.'), { maxItems: 10_000, uniqueItems: true });

export const CreateGroupBody = Type.Object(
  { display_name: name, description: Type.Optional(description) },
  { $id: 'CreateGroupBody', ...closed },
);
export const UpdateGroupBody = Type.Object(
  {
    display_name: Type.Optional(name),
    description: Type.Optional(description),
    seen: Seen({ display_name: name, description }),
  },
  { $id: 'UpdateGroupBody', ...closed },
);
export const GroupRolesBody = Type.Object({ roles: GrantedRoles }, { $id: 'GroupRolesBody', ...closed });
export const GroupManagersBody = Type.Object({ user_ids: People }, { $id: 'GroupManagersBody', ...closed });
const ofPeople = { add: Type.Optional(People), remove: Type.Optional(People) };
export const ChangeMembersBody = Type.Object(ofPeople, { $id: 'ChangeMembersBody', ...closed });
export const ChangeManagersBody = Type.Object(ofPeople, { $id: 'ChangeManagersBody', ...closed });
export const MemberChanges = Type.Object(
  { added: Type.Integer(), removed: Type.Integer() },
  { $id: 'MemberChanges', ...closed },
);

export const groupResource = (group: ListedGroup) => ({
  id: group.group_id,
  display_name: group.display_name,
  description: group.description,
  source:
    group.connection_id === null ? null : { connection_id: group.connection_id, name: group.connection_name ?? '' },
  roles: group.roles,
  admin_waits: group.admin_waits,
  member_count: group.member_count,
  active_count: group.active_count,
  created_at: group.created_at,
  updated_at: group.updated_at,
});

/** The group with its managers. Fails with `not-found`. */
export async function groupPage(db: Db, teamId: string, groupId: string) {
  const group = (await findListedGroup(db, teamId, groupId)) ?? noSuchGroup();
  const managers = await groupManagers(db, teamId, groupId);
  const gives = await givesOfGroup(db, teamId, groupId);
  return {
    ...groupResource(group),
    managers: managers.map(({ account_id, ...person }) => ({ user_id: account_id, ...person })),
    gives,
  };
}
