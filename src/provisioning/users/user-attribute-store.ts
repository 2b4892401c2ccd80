// Maps the attributes of a user to the database, for reading and for filters (filter-sql.ts). In these fragments `r` is
// a row of scim_user_records.

import { normalForm } from '@cairn/scim-protocol/normal-form';
import { isUuid } from '../../base/id.ts';
import { groupOf, groupsOfMember, membersOfGroup } from '../../directory/fragments-store.ts';
import { type Sql, sql, trusted } from '../../storage/sql.ts';
import type { AttributeSource } from '../rows/filter-sql.ts';
import { recordOfGroup } from '../rows/record-lookup-store.ts';
import type { ScimContext } from '../scim-context.ts';

/** The groups of the person in `r` that this connection syncs: `gm`, the group's record `gr`, and the group `g`. */
const syncedGroups = (team: Sql): Sql => sql`${groupsOfMember(team, trusted('r.account_id'))} gm
  cross join lateral ${recordOfGroup(team, trusted('r.connection_id'), trusted('gm.group_id'))} gr
  cross join lateral ${groupOf(team, trusted('gm.group_id'))} g`;

/** These groups as JSON, ordered by id, or null. */
export const groupsOfUser = ({ team_id }: Pick<ScimContext, 'team_id'>): Sql => sql`(
  select json_agg(json_build_object('value', gr.record_id, 'display', g.display_name) order by gr.record_id)
  from ${syncedGroups(sql`${team_id}::uuid`)})`;

/**
 * The version number in the ETag. It includes a digest of the groups, because a change of a group changes the user's
 * representation but not the record. It is text because it can exceed the precision of a double.
 */
export const versionOfUser = (groups: Sql): Sql => sql`(case when ${groups} is null then r.version
  else r.version * 268435456 + ('x' || substr(md5(${groups}::text), 1, 7))::bit(28)::bigint end)::text`;

const INDEXED: ReadonlyMap<string, Sql> = new Map([
  ['userName', trusted('r.user_name_key')],
  ['displayName', trusted('r.display_name_key')],
  ['emails.value', trusted('r.email_key')],
]);

/** The attributes of users in that scope. */
export const userAttributes = (context: ScimContext): AttributeSource => ({
  document: (attribute, isFolded) => {
    if (attribute === 'id') return sql`jsonb_build_object('id', r.record_id::text)`;
    if (attribute === 'meta') return metaOf(context);
    if (attribute === 'groups') return groupsDocument(context, isFolded);
    return isFolded ? trusted('r.folded') : trusted('r.attributes::jsonb');
  },
  moment: (name) => trusted(name === 'meta.created' ? 'r.created_at' : 'r.last_modified'),
  lookup: (name, value) => {
    const column = INDEXED.get(name);
    if (column !== undefined) return sql`(${column} = ${normalForm(value)} and ${column} is not null)`;
    if (name === 'externalId') return sql`(r.external_id = ${value} and r.external_id is not null)`;
    if (name === 'id') return isId(value) ? sql`r.record_id = ${value}::uuid` : trusted('false');
    if (name === 'groups.value') return inGroup(context, normalForm(value));
    return undefined;
  },
});

/** Ids are compared exactly, and the ids here are in lower case. */
export const isId = (text: string): boolean => isUuid(text) && text === text.toLowerCase();

const inGroup = ({ team_id, connection_id }: ScimContext, value: string): Sql =>
  isId(value)
    ? sql`r.account_id in (
        select gm.account_id from scim_group_records gr
        cross join lateral ${membersOfGroup(sql`${team_id}::uuid`, trusted('gr.group_id'))} gm
        where gr.team_id = ${team_id} and gr.connection_id = ${connection_id} and gr.record_id = ${value}::uuid)`
    : trusted('false');

const metaOf = (context: ScimContext): Sql => sql`jsonb_build_object('meta', jsonb_build_object('resourceType', 'User',
  'location', ${`${context.base}/Users/`}::text || r.record_id::text,
  'version', 'W/"' || ${versionOfUser(groupsOfUser(context))} || '"'))`;

const groupsDocument = (
  { base, team_id }: ScimContext,
  isFolded: boolean,
): Sql => sql`jsonb_build_object('groups', coalesce((
  select jsonb_agg(jsonb_build_object('value', gr.record_id::text,
    '$ref', ${`${base}/Groups/`}::text || gr.record_id::text,
    'display', ${isFolded ? trusted('gr.display_name_key') : trusted('g.display_name')}, 'type', 'direct'))
  from ${syncedGroups(sql`${team_id}::uuid`)}), '[]'))`;
