// Maps the attributes of a group to the database, for filters (filter-sql.ts). In these fragments `r` is a row of
// scim_group_records and `g` a row of groups.

import { normalForm } from '@cairn/scim-protocol/normal-form';
import { groupsOfMember, membersOfGroup } from '../../directory/fragments-store.ts';
import { type Sql, sql, trusted } from '../../storage/sql.ts';
import type { AttributeSource } from '../rows/filter-sql.ts';
import { recordOfAccount } from '../rows/record-lookup-store.ts';
import type { ScimContext } from '../scim-context.ts';
import { isId } from '../users/user-attribute-store.ts';

/** The attributes of groups in that scope. */
export const groupAttributes = (context: ScimContext): AttributeSource => ({
  document: (attribute, isFolded) => {
    if (attribute === 'id') return sql`jsonb_build_object('id', r.record_id::text)`;
    if (attribute === 'meta') return metaOf(context);
    if (attribute === 'members') return membersDocument(context, isFolded);
    return isFolded ? trusted('r.folded') : trusted('r.attributes::jsonb');
  },
  moment: (name) => trusted(name === 'meta.created' ? 'r.created_at' : 'g.updated_at'),
  lookup: (name, value) => {
    if (name === 'displayName') return sql`r.display_name_key = ${normalForm(value)}`;
    if (name === 'externalId') return sql`(r.external_id = ${value} and r.external_id is not null)`;
    if (name === 'id') return isId(value) ? sql`r.record_id = ${value}::uuid` : trusted('false');
    if (name === 'members.value') return hasMember(context, value);
    return undefined;
  },
  element(name, value) {
    if (name !== 'members.value') return undefined;
    const id = sql`${value}::text`;
    return { exact: elementOf(context, id, false), folded: elementOf(context, id, true) };
  },
});

/** Looks up a person's groups, so the cost does not depend on the size of the groups. */
const hasMember = ({ team_id, connection_id }: ScimContext, value: string): Sql =>
  isId(value)
    ? sql`r.group_id in (
        select gm.group_id from scim_user_records u
        cross join lateral ${groupsOfMember(sql`${team_id}::uuid`, trusted('u.account_id'))} gm
        where u.team_id = ${team_id} and u.connection_id = ${connection_id} and u.record_id = ${value}::uuid)`
    : trusted('false');

const metaOf = ({
  base,
}: ScimContext): Sql => sql`jsonb_build_object('meta', jsonb_build_object('resourceType', 'Group',
  'location', ${`${base}/Groups/`}::text || r.record_id::text, 'version', 'W/"' || g.version || '"'))`;

/** An element of `members` for the user in row `u` of scim_user_records. */
export const memberElement = (context: ScimContext, isFolded: boolean): Sql =>
  elementOf(context, trusted('u.record_id::text'), isFolded);

const elementOf = ({ base }: ScimContext, id: Sql, isFolded: boolean): Sql => sql`jsonb_build_object('value', ${id},
  '$ref', ${`${base}/Users/`}::text || ${id}, 'type', ${isFolded ? 'user' : 'User'}::text)`;

/** The members of the group in `r` that this connection provisioned: `gm`, with their record `u`. */
export const provisionedMembers = ({ team_id }: Pick<ScimContext, 'team_id'>): Sql => {
  const team = sql`${team_id}::uuid`;
  return sql`${membersOfGroup(team, trusted('r.group_id'))} gm
    cross join lateral ${recordOfAccount(team, trusted('r.connection_id'), trusted('gm.account_id'))} u`;
};

const membersDocument = (context: ScimContext, isFolded: boolean): Sql => sql`jsonb_build_object('members', coalesce((
  select jsonb_agg(${memberElement(context, isFolded)}) from ${provisionedMembers(context)}), '[]'))`;
