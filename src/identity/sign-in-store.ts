// The SQL of signing in: a person's workspaces and live sessions.

import { memberships, people, personName, workspaces } from '../directory/views-store.ts';
import type { Db, Tx } from '../storage/database.ts';
import { matching } from '../storage/key-range.ts';
import { withinReach } from '../storage/reach.ts';
import { nothing, type Sql, sql } from '../storage/sql.ts';
import type { SignInMethod } from './session.ts';
import { isAlive, withStandingIn } from './session-store.ts';

export interface Workspace {
  readonly team_id: string;
  readonly name: string;
  readonly is_owner: boolean;
  /** The workspace requires single sign-on for everyone except the Owner. */
  readonly sso_required: boolean;
  /** The membership's activation, which changes with each deactivation. */
  readonly activation: number;
}

interface NamedPerson {
  readonly name: string;
  readonly is_operator: boolean;
}

/**
 * Returns the person's name, operator flag and workspaces (active memberships only), sorted by name. Workspaces that
 * cannot be reached are omitted. Fails if none can, because the person would appear to have no workspace.
 */
export async function findPersonWithWorkspaces(
  db: Db,
  accountId: string,
): Promise<(NamedPerson & { readonly workspaces: readonly Workspace[] }) | undefined> {
  const within = await selectWorkspaces(db, accountId, (tenant) => withinReach(db, tenant));
  const isIncomplete = within.length === 0 && db.outage?.last() !== undefined;
  const rows = isIncomplete ? await selectWorkspaces(db, accountId, () => nothing) : within;
  const person = rows[0] ?? (await findPerson(db, accountId));
  return person && { name: person.name, is_operator: person.is_operator, workspaces: rows.map(workspaceOf) };
}

const NAMED = sql`coalesce(${personName('p')}, '') as name, p.is_operator`;

const findPerson = (db: Db, accountId: string): Promise<NamedPerson | undefined> =>
  db.row(sql`select ${NAMED} from ${people} p where p.account_id = ${accountId}`);

type WorkspaceRow = NamedPerson & Omit<Workspace, 'name'> & { readonly team_name: string };

/** Starts from the memberships: an outer join of the person would go to every node of a distributed database. */
const selectWorkspaces = (db: Db, accountId: string, limitedBy: (tenant: Sql) => Sql): Promise<WorkspaceRow[]> =>
  db.rows<WorkspaceRow>(sql`
    select ${NAMED}, t.team_id, t.name as team_name, t.owner_id = p.account_id as is_owner,
      coalesce(o.required, false) as sso_required, m.activation
    from ${memberships} m join ${people} p on p.account_id = m.account_id
    join ${workspaces} t on t.team_id = m.team_id
    left join single_sign_on o on o.team_id = m.team_id
    where m.account_id = ${accountId} and m.status = 'active' ${limitedBy(sql`m.team_id`)}
    order by lower(t.name), t.team_id`);

const workspaceOf = ({ team_id, team_name, is_owner, sso_required, activation }: WorkspaceRow): Workspace => ({
  team_id,
  name: team_name,
  is_owner,
  sso_required,
  activation,
});

export interface OwnSession {
  readonly session_id: string;
  readonly kind: string;
  readonly team_id: string | null;
  readonly team_name: string | null;
  readonly method: SignInMethod | null;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly expires_at: string;
  readonly user_agent: string;
}

/** The person's live sessions in one workspace, or (null) everywhere, most recently used first. */
export async function selectOwnSessions(
  db: Db,
  accountId: string,
  teamId: string | null,
  now: string,
): Promise<OwnSession[]> {
  const places = await db.rows<{ team_id: string | null }>(sql`
    select distinct team_id from sessions
    where account_id = ${accountId} and ${matching(sql`team_id`, teamId ?? undefined)}`);
  const found: OwnSession[] = [];
  for (const { team_id } of places) found.push(...(await sessionsIn(db, accountId, team_id, now)));
  const keyOf = ({ last_seen_at, session_id }: OwnSession): string => `${last_seen_at} ${session_id}`;
  return found.sort((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1));
}

/** The person's live sessions in that workspace (null: those of an operator). */
const sessionsIn = (db: Db, accountId: string, teamId: string | null, now: string): Promise<OwnSession[]> =>
  db.rows<OwnSession>(sql`
    select s.session_id, s.kind, s.team_id, p.team_name, s.method, s.created_at, s.last_seen_at, s.expires_at,
      s.user_agent
    from ${withStandingIn(teamId)}
    where s.account_id = ${accountId} and s.expires_at > ${now}::timestamptz and ${isAlive(teamId)}`);

/** Ends the person's sessions in one workspace, or (null) everywhere, except `kept`. Returns the number ended. */
export async function deleteOtherSessions(
  tx: Tx,
  accountId: string,
  teamId: string | null,
  kept: string,
): Promise<number> {
  const gone = await tx.rows(sql`
    delete from sessions where account_id = ${accountId} and ${matching(sql`team_id`, teamId ?? undefined)}
      and session_id <> ${kept} returning session_id`);
  return gone.length;
}
