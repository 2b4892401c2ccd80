// Reads audiences by name, resolves the names that a plan states, and opens trails accordingly.
import type { By } from '../../audit/audit-log.ts';
import { errorAt } from '../../base/field-finding.ts';
import type { ValidationIssue } from '../../base/issue.ts';
import { t } from '../../base/texts/t.ts';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import { isTypedEmail } from '../../directory/checked.ts';
import { findGroupsOfNames } from '../../directory/groups/group-list.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { findGranteeByEmail } from './grant-store.ts';
import { addUserGrant } from './grants.ts';
import type { GroupRights } from './group-grant-store.ts';
import { changeTrailPerson, changeTrailsOfGroup } from './group-grants.ts';
import {
  type NamedGrant,
  selectGrantsOfSets,
  selectGrantsOfTrails,
  selectNamedTrails,
} from './named-audience-store.ts';
import { editorKey, groupKey, type StatedAudience, type WholeAudience, withRights } from './stated-audience.ts';

export type { NamedGrant } from './named-audience-store.ts';

export interface NamedTrail extends WholeAudience {
  readonly trail_id: string;
}

/** The trails that are open to groups or have editors, by id. */
export async function listNamedAudiences(
  db: Db,
  catalogId: string,
  after: string | null,
  count: number,
): Promise<NamedTrail[]> {
  const ids = (await selectNamedTrails(db, catalogId, after, count)).map(({ trail_id }) => trail_id);
  const grants = await grantsOfTrails(db, catalogId, ids);
  return ids.map((trail_id) => ({ trail_id, ...audienceOf(grants.get(trail_id) ?? []) }));
}

type GrantsById = ReadonlyMap<string, readonly NamedGrant[]>;

export const grantsOfTrails = async (db: Db, catalogId: string, ids: readonly string[]): Promise<GrantsById> =>
  byId(await selectGrantsOfTrails(db, catalogId, ids));

export const grantsOfSets = async (db: Db, catalogId: string): Promise<GrantsById> =>
  byId(await selectGrantsOfSets(db, catalogId));

function byId(rows: readonly (NamedGrant & { readonly id: string })[]): GrantsById {
  const grants = new Map<string, NamedGrant[]>();
  for (const row of rows) grants.set(row.id, [...(grants.get(row.id) ?? []), row]);
  return grants;
}

/** Leaves out people without an address, whom files cannot name. */
export const audienceOf = (grants: readonly NamedGrant[]): WholeAudience => ({
  groups: grants.flatMap(({ kind, name, reach, edits }) =>
    kind === 'group' && name !== null ? [{ name, reach: reach ?? 'available', edits }] : [],
  ),
  editors: grants.flatMap(({ kind, name }) => (kind === 'user' && name !== null ? [name] : [])),
});

/** An audience with the ids of its groups and people. Null members stay unchanged. */
export interface ResolvedAudience {
  readonly groups: readonly (GroupRights & { readonly group_id: string })[] | null;
  readonly editors: readonly { readonly user_id: string; readonly email: string }[] | null;
}

export interface WantedAudience {
  /** The place in the body, such as `trails[3]`. */
  readonly field: string;
  readonly stated: StatedAudience;
  /** The grants that exist. Their names need no look-up, so that a person who has left blocks nothing. */
  readonly current: readonly NamedGrant[];
}

/** Finds the groups and people. Adds an issue for each name that is unknown or repeated. */
export async function resolveAudiences(
  db: Db,
  catalogId: string,
  wanted: readonly WantedAudience[],
  issues: ValidationIssue[],
): Promise<ResolvedAudience[]> {
  const named = wanted.flatMap(({ stated }) => stated.groups ?? []);
  const hasGroups = catalogId !== SVC_CATALOG_ID;
  const found = named.length > 0 && hasGroups ? await findGroupsOfNames(db, catalogId, named.map(groupKey)) : [];
  const groupIds = new Map(found.map(({ name_key, group_id }) => [name_key, group_id]));
  const people = new Map<string, string | undefined>();
  const resolved: ResolvedAudience[] = [];
  for (const { field, stated, current } of wanted) {
    if (!hasGroups && [...(stated.groups ?? []), ...(stated.editors ?? [])].length > 0)
      issues.push(errorAt(field, 'The service-wide catalog has no groups and no editors. Leave them out.'));
    const groups = stated.groups?.flatMap((group, index) => {
      const group_id = groupIds.get(groupKey(group));
      if (hasGroups && group_id === undefined)
        issues.push(
          errorAt(
            `${field}.groups[${index}]`,
            t('There is no group “{name}” in the workspace. Correct the name, create the group, or remove the entry.', {
              name: group.name,
            }),
          ),
        );
      const { reach, edits } = withRights(group);
      return group_id === undefined ? [] : [{ group_id, reach, edits }];
    });
    requireDistinct(stated.groups?.map(groupKey), `${field}.groups`, issues);
    requireDistinct(stated.editors?.map(editorKey), `${field}.editors`, issues);
    const editors = hasGroups ? await editorsOf(db, catalogId, { field, stated, current }, people, issues) : [];
    resolved.push({ groups: groups ?? null, editors: stated.editors === undefined ? null : editors });
  }
  return resolved;
}

async function editorsOf(
  db: Db,
  catalogId: string,
  { field, stated, current }: WantedAudience,
  people: Map<string, string | undefined>,
  issues: ValidationIssue[],
) {
  const before = new Map(
    current.flatMap(({ kind, name, grantee_id }) =>
      kind === 'user' && name !== null ? [[editorKey(name), grantee_id] as const] : [],
    ),
  );
  const editors: { user_id: string; email: string }[] = [];
  for (const [index, email] of (stated.editors ?? []).entries()) {
    const key = editorKey(email);
    if (!before.has(key) && !people.has(key) && isTypedEmail(key))
      people.set(key, (await findGranteeByEmail(db, catalogId, key))?.grantee_id);
    const user_id = before.get(key) ?? people.get(key);
    if (user_id === undefined)
      issues.push(
        errorAt(
          `${field}.editors[${index}]`,
          t(
            'No active member of the workspace has the address {email}. Invite the person first, correct the ' +
              'address, or list a group under groups.',
            { email },
          ),
        ),
      );
    else editors.push({ user_id, email: key });
  }
  return editors;
}

function requireDistinct(keys: readonly string[] | undefined, field: string, issues: ValidationIssue[]): void {
  for (const [index, key] of keys?.entries() ?? [])
    if (keys?.indexOf(key) !== index)
      issues.push(errorAt(`${field}[${index}]`, t('“{key}” is listed twice. Remove one of the two entries.', { key })));
}

/** The grants to groups that change. `before` is undefined for a new grant, and `after` for one that ends. */
export function groupChanges(wanted: ResolvedAudience['groups'], current: readonly NamedGrant[]) {
  if (wanted === null) return [];
  const before = new Map(
    current.flatMap((grant) => (grant.kind === 'group' ? [[grant.grantee_id, grant] as const] : [])),
  );
  const kept = new Set(wanted.map(({ group_id }) => group_id));
  return [
    ...wanted.filter(({ group_id, reach, edits }) => {
      const old = before.get(group_id);
      return old?.reach !== reach || old.edits !== edits;
    }),
    ...[...before.keys()].filter((id) => !kept.has(id)).map((group_id) => ({ group_id, reach: null, edits: false })),
  ];
}

/** The people who become editors, and the former ones. */
export function editorChanges(wanted: ResolvedAudience['editors'], current: readonly NamedGrant[]) {
  if (wanted === null) return { added: [], removed: [] };
  const before = current.flatMap(({ kind, name, grantee_id }) => (kind === 'user' && name !== null ? grantee_id : []));
  const kept = new Set(wanted.map(({ user_id }) => user_id));
  return {
    added: wanted.filter(({ user_id }) => !before.includes(user_id)),
    removed: before.filter((id) => !kept.has(id)),
  };
}

/** Gives the locked trail this audience. Fails like the changes on their own. */
export async function changeAudience(
  tx: Tx,
  catalogId: string,
  trailId: string,
  { groups, editors }: ResolvedAudience,
  by: By,
): Promise<void> {
  if (groups === null && editors === null) return;
  const current = (await grantsOfTrails(tx, catalogId, [trailId])).get(trailId) ?? [];
  for (const { group_id, reach, edits } of groupChanges(groups, current)) {
    const change = reach === null ? { add: [], remove: [trailId] } : { add: [trailId], remove: [], reach, edits };
    await changeTrailsOfGroup(tx, catalogId, group_id, change, by);
  }
  const people = editorChanges(editors, current);
  for (const { user_id, email } of people.added) {
    await addUserGrant(tx, catalogId, trailId, email, by);
    await changeTrailPerson(tx, catalogId, trailId, user_id, true, by);
  }
  for (const id of people.removed) await changeTrailPerson(tx, catalogId, trailId, id, false, by);
}
