// SQL for the provisioning log.

import type { IdentityProvider } from '../../directory/connections/connection.ts';
import { groupOf, isConnection } from '../../directory/fragments-store.ts';
import { connectionSettings, people } from '../../directory/views-store.ts';
import type { Db } from '../../storage/database.ts';
import { roundedLimit } from '../../storage/limit.ts';
import { join, type Sql, sql, trusted } from '../../storage/sql.ts';
import { firstOver } from '../../storage/sweep-limit.ts';
import type {
  ProvisioningEntry,
  ProvisioningFilter,
  ProvisioningRequest,
  ProvisioningSummary,
} from './provisioning-request.ts';

/** `sent`: the content as JSON, if the log keeps it. */
type Row = ProvisioningRequest & {
  readonly entry_id: string;
  readonly repeated: readonly string[];
  readonly sent?: string | null;
};

/** Inserts the entries and updates the daily counts, with one statement per connection. */
export async function insertProvisioning(db: Db, rows: readonly Row[]): Promise<void> {
  for (const connectionId of new Set(rows.map(({ connection_id }) => connection_id)))
    await insertOfConnection(
      db,
      rows.filter(({ connection_id }) => connection_id === connectionId),
    );
}

async function insertOfConnection(db: Db, rows: readonly Row[]): Promise<void> {
  const [team, connection] = [sql`${rows[0]?.team_id}::uuid`, sql`${rows[0]?.connection_id}::uuid`];
  await db.rows(sql`
    with entry as (
      insert into provisioning_log (team_id, connection_id, entry_id, at, token_id, request_id, resource, resource_id,
        resource_name,
        operation, outcome, status, scim_type, explanation, warnings, unshown,
        repeated, duration_ms, request, sent)
      select ${team}, ${connection}, e.* from jsonb_to_recordset(${storableJson(rows)}::text::jsonb) as e (
        entry_id uuid, at timestamptz, token_id uuid, request_id text, resource text,
          resource_id text,
        resource_name text, operation text, outcome text, status integer, scim_type text, explanation text,
        warnings jsonb, unshown jsonb, repeated jsonb, duration_ms real, request jsonb, sent text
      )
      where ${isConnection(team, connection)}
      on conflict (team_id, connection_id, entry_id) do nothing
      returning at, outcome
    )
    insert into provisioning_days as d (team_id, connection_id, day, outcome, requests)
    select ${team}, ${connection}, (at at time zone 'UTC')::date, outcome, count(*) from entry
    group by 3, 4 order by 3, 4
    on conflict (team_id, connection_id, day, outcome) do update set requests = d.requests + excluded.requests`);
}

/** Serializes without NUL and unpaired surrogates (from URLs or truncation), which jsonb cannot store. */
const storableJson = (value: unknown): string =>
  JSON.stringify(value).replace(/\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/g, (code) =>
    /^\\u(0000|d)/.test(code) ? '' : code,
  );

export interface SentBefore {
  readonly provider: IdentityProvider;
  readonly resource_id: string | null;
  readonly attribute: string | null;
  readonly mark: string | null;
}

/** The values that earlier requests of the connection sent for the same resource, without a visible effect. */
export const selectSentBefore = (
  db: Db,
  teamId: string,
  connectionId: string,
  values: readonly { readonly resource_id: string; readonly attribute: string; readonly mark: string }[],
): Promise<SentBefore[]> =>
  db.rows<SentBefore>(sql`
    select c.provider, v.resource_id, v.attribute, v.mark
    from ${connectionSettings} c left join lateral (
      select resource_id, attribute, mark
      from jsonb_to_recordset(${storableJson(values)}::text::jsonb) as v (resource_id text, attribute text, mark text)
      where exists (
        select 1 from provisioning_log l
        where l.team_id = ${teamId} and l.connection_id = ${connectionId} and l.resource_id = v.resource_id
          and l.unshown is not null and l.unshown ->> v.attribute = v.mark)) v on true
    where c.team_id = ${teamId} and c.connection_id = ${connectionId}`);

/** A page of the log, newest first, after the entry with that id (null: from the newest). */
export const readProvisioning = (
  db: Db,
  teamId: string,
  connectionId: string,
  filter: ProvisioningFilter,
  after: string | null,
  limit: number,
): Promise<ProvisioningEntry[]> =>
  db.rows<ProvisioningEntry>(sql`
    select l.id, l.at, l.token_id, l.request_id, l.resource, l.resource_id, l.resource_name, l.operation, l.outcome,
      l.status, l.scim_type, l.explanation, l.warnings, l.repeated, l.duration_ms, l.request,
      coalesce(
        ${personOf(trusted('scim_user_records'), teamId, connectionId)},
        ${personOf(trusted('scim_departures'), teamId, connectionId)},
        (select jsonb_build_object('kind', 'group', 'id', r.group_id, 'name', g.display_name)
          from scim_group_records r
          cross join lateral ${groupOf(sql`${teamId}::uuid`, trusted('r.group_id'))} g
          where r.team_id = ${teamId} and r.connection_id = ${connectionId} and r.record_id = l.record_id)
      ) as subject
    from (
      select entry_id as id, at, token_id, request_id, resource, resource_id, resource_name, operation, outcome,
        status, scim_type, explanation, warnings, repeated, duration_ms, request,
        case when resource_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then resource_id::uuid end as record_id
      from provisioning_log
      where team_id = ${teamId} and connection_id = ${connectionId}
        and ${join([trusted('true'), ...conditionsOf(filter), ...below(after)], ' and ')}
      order by entry_id desc ${roundedLimit(limit)}
    ) l
    order by l.id desc limit ${limit}`);

/** The person of entry `l`, even if the record no longer exists but the person is a member. */
const personOf = (records: Sql, teamId: string, connectionId: string): Sql => sql`
  (select jsonb_build_object('kind', 'person', 'id', a.account_id, 'name', coalesce(nullif(a.name, ''), a.email, ''))
    from ${records} r join ${people} a on a.account_id = r.account_id
    where r.team_id = ${teamId} and r.connection_id = ${connectionId} and r.record_id = l.record_id)`;

/** Removes what varies between requests with the same cause: the operation, quoted text, quantities, addresses, ids. */
const CAUSE = sql`regexp_replace(
  regexp_replace(
    regexp_replace(coalesce(explanation, ''), '^Operations\\[[0-9]+\\]: ', ''),
    '"[^"]*"(, "[^"]*")*( and [0-9]+ more)?', '"…"', 'g'),
  '[^ ]+@[^ ]+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}', '…', 'g')`;

export async function selectSummary(
  db: Db,
  teamId: string,
  connectionId: string,
  by: 'hour' | 'day',
  since: string,
): Promise<ProvisioningSummary> {
  const mine = sql`team_id = ${teamId} and connection_id = ${connectionId} and at >= ${since}::timestamptz`;
  const points = await db.rows<ProvisioningSummary['points'][number]>(sql`
    select date_trunc(${by}, at at time zone 'UTC') at time zone 'UTC' as at,
      count(*) filter (where outcome = 'ok')::integer as ok,
      count(*) filter (where outcome = 'refused')::integer as refused,
      count(*) filter (where outcome = 'failed')::integer as failed
    from provisioning_log where ${mine} group by 1 order by 1`);
  const causes = await db.rows<ProvisioningSummary['causes'][number]>(sql`
    select status, scim_type, ${CAUSE} as explanation, count(*)::integer as count, max(at) as last_at
    from provisioning_log where ${mine} and outcome <> 'ok'
    group by 1, 2, 3 order by count(*) desc, max(at) desc limit 20`);
  const repeated = await db.rows<ProvisioningSummary['repeated'][number]>(sql`
    select resource, attribute, count(distinct resource_id)::integer as resources, count(*)::integer as count,
      max(at) as last_at
    from provisioning_log, lateral jsonb_array_elements_text(repeated) attribute
    where ${mine} and unshown is not null and repeated <> '[]'
    group by 1, 2 order by count(*) desc, max(at) desc limit 20`);
  return { points, causes, repeated };
}

export interface Trouble {
  readonly at: string;
  readonly status: number;
  readonly scim_type: string | null;
  readonly explanation: string | null;
}

export interface LogHealth {
  readonly last_at: string | null;
  readonly last_ok_at: string | null;
  readonly last_trouble: Trouble | null;
  readonly recent_troubles: number;
}

/** The newest entry, the newest success, the newest refusal or failure, and the number of the latter since `since`. */
export async function selectLogHealth(db: Db, teamId: string, connectionId: string, since: string): Promise<LogHealth> {
  const mine = sql`l.team_id = ${teamId} and l.connection_id = ${connectionId}`;
  const trouble = await db.row<Trouble>(sql`
    select at, status, scim_type, explanation from provisioning_log l
    where ${mine} and outcome <> 'ok' order by entry_id desc limit 1`);
  const row = await db.row<Omit<LogHealth, 'last_trouble'>>(sql`
    select
      (select at from provisioning_log l where ${mine} order by entry_id desc limit 1) as last_at,
      (select at from provisioning_log l
        where ${mine} and outcome = 'ok' order by entry_id desc limit 1) as last_ok_at,
      (select count(*) from provisioning_log l
        where ${mine} and outcome <> 'ok' and at >= ${since}::timestamptz) as recent_troubles`);
  return { last_at: null, last_ok_at: null, recent_troubles: 0, ...row, last_trouble: trouble ?? null };
}

/** The log table, which may be partitioned by month. */
export const LOG = 'provisioning_log';

export async function deleteOlder(db: Db, before: string): Promise<number> {
  const gone = await db.rows(sql`
    delete from provisioning_log where ${firstOver(
      db,
      sql`provisioning_log`,
      ['at', 'team_id', 'connection_id', 'entry_id'],
      sql`at < ${before}::timestamptz`,
    )} returning entry_id`);
  return gone.length;
}

function conditionsOf(filter: ProvisioningFilter): Sql[] {
  const { id, outcome, resource, operation, resource_id, request_id, q, newer_than, from, until } = filter;
  const part = q === undefined ? '' : `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return [
    ...(id === undefined ? [] : [sql`entry_id = ${id}::uuid`]),
    // Must match the partial index, so that a search for errors does not scan the successes.
    ...(outcome === undefined
      ? []
      : [outcome === 'ok' ? sql`outcome = 'ok'` : sql`outcome <> 'ok' and outcome = ${outcome}`]),
    ...(resource === undefined ? [] : [sql`resource = ${resource}`]),
    ...(operation === undefined ? [] : [sql`operation = ${operation}`]),
    ...(resource_id === undefined ? [] : [sql`resource_id = ${resource_id}`]),
    ...(request_id === undefined ? [] : [sql`request_id = ${request_id}`]),
    ...(q === undefined
      ? []
      : [sql`(resource_name ilike ${part} or explanation ilike ${part} or request_id ilike ${part})`]),
    ...(newer_than === undefined ? [] : [sql`entry_id > ${newer_than}::uuid`]),
    ...(from === undefined ? [] : [sql`at >= ${from}::timestamptz`]),
    ...(until === undefined ? [] : [sql`at < ${until}::timestamptz`]),
  ];
}

const below = (after: string | null): Sql[] => (after === null ? [] : [sql`entry_id < ${after}::uuid`]);
