// The most frequent queries read a handful of rows whatever the server's statistics say: nothing, almost no rows, only
// other workspaces, or one workspace with almost all rows. Counts the rows that the session's generic plan visits.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAudit } from '../../src/audit/read-audit.ts';
import { newId } from '../../src/base/id.ts';
import { credentialVersion, findAdmission } from '../../src/credentials/credential-store.ts';
import { findByHash, tokenVersion } from '../../src/credentials/scim-token-store.ts';
import { selectGroups } from '../../src/directory/groups/group-list-store.ts';
import { selectMembers } from '../../src/directory/groups/group-member-store.ts';
import { findMember } from '../../src/directory/members/member-store.ts';
import { directoryView } from '../../src/directory/people/directory-view.ts';
import { findKey } from '../../src/http/idempotency/idempotency-store.ts';
import { findSession, selectSessions } from '../../src/identity/session-store.ts';
import { readProvisioning } from '../../src/provisioning/log/provisioning-log-store.ts';
import { type AuthorizationVersion, type BatchedRead, batchStatement } from '../../src/storage/batched-read.ts';
import type { Database, Db, Reader } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { catalogPositions, changesSince } from '../../src/trails/catalog/catalog-store.ts';
import { readTrailPage } from '../../src/trails/catalog/trail-page-store.ts';
import { visiblePage, visibleRows } from '../../src/trails/readers/visible-trail-store.ts';
import { findDraft, trailRead } from '../../src/trails/trail-read-store.ts';
import { selectDeliveries } from '../../src/webhooks/delivery-list-store.ts';
import { dueDeliveries } from '../../src/webhooks/delivery-store.ts';
import { freshTeam, type TestTeam } from '../directory/support.ts';
import { openTestDatabase } from '../support/database.ts';
import { rowsVisitedBy } from '../support/plans.ts';

const STATES = {
  'before any statistics': { beside: [], gathered: 'never' },
  'with statistics of next to nothing': { beside: [2], gathered: 'of the others' },
  'in a workspace that came after the statistics': { beside: [1_500, 10, 10, 10], gathered: 'of the others' },
  'in the workspace that holds nearly all': { beside: [10, 10, 10], gathered: 'of all' },
} as const;
const SIZE = 2_000;
const PAGE = 25;
const NOW = '2026-11-21T12:00:00Z';

/**
 * Creates a workspace with `size` of everything. The n-th person has the n-th key, session, group and trail, and
 * everyone is in the 700th group.
 */
async function seed(database: Database, { team_id, connection_id }: TestTeam, size: number): Promise<void> {
  await database.script(`
    create temporary table numbered as select n, gen_random_uuid() as id from generate_series(1, ${size}) n;
    insert into accounts (account_id, name) select id, 'P' from numbered;
    insert into members (team_id, account_id, status) select '${team_id}', id, 'active' from numbered;
    insert into groups (team_id, group_id, display_name, name_key) select '${team_id}', id, n, lpad(n::text, 5, '0')
    from numbered;
    insert into group_memberships (team_id, group_id, account_id) select '${team_id}', id, id from numbered;
    insert into group_memberships (team_id, group_id, account_id)
    select '${team_id}', g.id, m.id from numbered g join numbered m on m.n <> g.n where g.n = 700;
    insert into sessions (session_id, team_id, account_id, kind, token_hash, expires_at, activation)
    select m.account_id, team_id, account_id, 'app', sha256((team_id || n.n::text)::bytea), '2027-01-01', m.activation
    from members m join numbered n on n.id = m.account_id where team_id = '${team_id}';
    insert into api_credentials (catalog_id, credential_id, account_id, kind, name, token_hash, scopes)
    select '${team_id}', id, id, 'api_key', 'k', sha256(('${team_id}' || n::text)::bytea), '{trails:read}' from numbered;
    insert into token_owners (token_hash, tenant_id)
    select sha256(('${team_id}' || n::text)::bytea), '${team_id}' from numbered;
    insert into scim_tokens (team_id, connection_id, token_id, token_hash, token_prefix)
    select '${team_id}', '${connection_id}', id, sha256(('${team_id}' || n::text)::bytea), 'p' from numbered;
    insert into idempotency_keys (catalog_id, credential_id, key, fingerprint, lease_id, lease_until, expires_at)
    select '${team_id}', '${team_id}', 'k' || n, '', id, '2027-01-01', '2027-01-01' from numbered;
    insert into trails (catalog_id, trail_id, sort_order, document, title, target_role, description, tools, prompt_count,
      search_text, status, published_version, published_revision, published_at, created_by, visibility)
    select '${team_id}', id, n, '{}', 'T', '', '', '[]', 0, '', 'live', 1, 1, now(), id,
      case when n % 2 = 0 then 'restricted' else 'all_teams' end from numbered;
    insert into trail_versions (catalog_id, trail_id, version, revision, document)
    select '${team_id}', id, 1, 1, '{}' from numbered;
    insert into trail_grants (catalog_id, trail_id, kind, grantee_id) select '${team_id}', id, 'user', id from numbered;
    insert into catalog_changes (catalog_id, seq, trail_id) select '${team_id}', n, id from numbered;
    update catalogs set live_seq = ${size} where catalog_id = '${team_id}';
    insert into audit_entries (team_id, entry_id, kind, actor, subject)
    select '${team_id}', id, 'trail.saved', jsonb_build_object('id', id), '{}' from numbered;
    insert into provisioning_log (team_id, connection_id, entry_id, at, request_id, resource, operation, outcome, status,
      duration_ms)
    select '${team_id}', '${connection_id}', id, now(), '', 'User', 'create', 'ok', 201, 1 from numbered;
    insert into webhook_endpoints (team_id, endpoint_id, name, url, events, signing, sealed_secret, created_at, updated_at)
    values ('${team_id}', '${team_id}', 'w', 'https://w.test', '{}', 'ed25519', '', now(), now());
    insert into feed_events (team_id, seq, event_id, type, subject_id, at, payload)
    select '${team_id}', n, id, 'trail.published', id, '2026-11-20', '{}' from numbered;
    insert into webhook_deliveries (team_id, endpoint_id, seq, event_id, subject_id, state, next_at)
    select '${team_id}', '${team_id}', n, id, id, case when n > ${size - 3} then 'pending' else 'delivered' end, '2026-11-20'
    from numbered;
    drop table numbered`);
}

/** The query for the n-th row of the workspace. `page` is set if the query returns a page. */
type Ask = (db: Db & Reader, team: TestTeam, id: string, hash: Buffer) => Promise<unknown>;

const batched = (read: BatchedRead, columns: readonly (readonly unknown[])[], tenant: string) => (db: Db) =>
  db.rows(batchStatement(read, undefined)(columns, [], { asked: tenant, callers: undefined }));
const checked =
  (version: AuthorizationVersion, caller: readonly string[]): Ask =>
  (db, { team_id }, id) => {
    const keys = [[id], [null]];
    const tenants = { asked: team_id, callers: team_id };
    return db.rows(
      batchStatement(trailRead, version)(
        keys,
        caller.map((value) => [value]),
        tenants,
      ),
    );
  };

const ONE: Readonly<Record<string, Ask>> = {
  'a key by its hash': (db, _, __, hash) => findAdmission(db, hash),
  'a trail, and what a key rests on': (db, team, id, hash) => checked(credentialVersion, [id, id])(db, team, id, hash),
  'a token of an identity provider': (db, _, __, hash) => findByHash(db, hash),
  'a trail, and what such a token rests on': (db, team, id, hash) =>
    checked(tokenVersion, [team.connection_id, id])(db, team, id, hash),
  'a session by its hash': (db, _, __, hash) => findSession(db, hash, NOW),
  'a person’s sessions': (db, { team_id }, id) => selectSessions(db, team_id, id, NOW),
  'three trails as an employee sees them': (db, { team_id, owner_id }, id) =>
    visibleRows(db, team_id, { kind: 'user', id }, [id, owner_id, newId()]),
  'a member': (db, { team_id }, id) => findMember(db, team_id, id),
  'a draft': (db, { team_id }, id) => findDraft(db, team_id, id),
  'a trail as an employee sees it': (db, { team_id }, id) => visibleRows(db, team_id, { kind: 'user', id }, [id]),
  'the position of a catalog': (db, { team_id }) => catalogPositions(db, [team_id]),
  'the last changes of a catalog': (db, { team_id }) => changesSince(db, team_id, { seq: SIZE - 3, mark: null }),
  'what is due at a receiver of events': (db, { team_id }) => dueDeliveries(db, team_id, team_id, NOW, 20),
  'an idempotency key': (db, { team_id }) => findKey(db, { catalog_id: team_id, credential_id: team_id, key: 'k7' }),
};

const PAGES: Readonly<Record<string, Ask>> = {
  trails: (db, { team_id }) =>
    readTrailPage(db, team_id, { status: undefined, texts: [], after: undefined, limit: PAGE }),
  'live trails': (db, { team_id }) =>
    readTrailPage(db, team_id, { status: 'live', texts: [], after: undefined, limit: PAGE }),
  'live trails that an employee sees': (db, { team_id }, id) =>
    visiblePage(db, team_id, { kind: 'user', id }, null, PAGE),
  'people with a role': (db, { team_id }) => directoryView(db, team_id, { role: 'owner' }, null, PAGE),
  'groups, with how many people they have': (db, { team_id }) => selectGroups(db, team_id, {}, null, PAGE - 5),
  'the members of everybody’s group': (db, { team_id }, id) => selectMembers(db, team_id, id, null, PAGE),
  'the audit log': (db, { team_id }) => readAudit(db, team_id, {}, { after: null, limit: PAGE }),
  'somebody’s entries of it': (db, { team_id }, id) =>
    readAudit(db, team_id, { actor_id: id }, { after: null, limit: PAGE }),
  deliveries: (db, { team_id }) => selectDeliveries(db, team_id, team_id, { after: null, limit: PAGE }),
  'the provisioning log': (db, { team_id, connection_id }) =>
    readProvisioning(db, team_id, connection_id, {}, null, PAGE),
};

describe.each(Object.entries(STATES))('%s', (_, { beside, gathered }) => {
  let database: Database;
  let team: TestTeam;
  let id: string;
  let hash: Buffer;

  beforeAll(async () => {
    database = await openTestDatabase();
    for (const size of beside) await seed(database, await freshTeam(database), size);
    if (gathered === 'of the others') await database.script('analyze');
    team = await freshTeam(database);
    await seed(database, team, SIZE);
    if (gathered === 'of all') await database.script('analyze');
    const row = await database.row<{ id: string; hash: Buffer }>(sql`
      select c.credential_id as id, c.token_hash as hash from api_credentials c
      where c.catalog_id = ${team.team_id} and c.token_hash = sha256((${team.team_id}::text || '700')::bytea)`);
    ({ id, hash } = row ?? { id: newId(), hash: Buffer.alloc(0) });
  });
  afterAll(() => database.close());

  const visits = (ask: Ask): Promise<number> =>
    rowsVisitedBy(database, 'generic', (db) => {
      const read: Reader['read'] = async (asked, key) => {
        const { [asked.tenant ?? '']: tenant, ...rest } = key as Record<string, string>;
        await batched(asked as BatchedRead, [...Object.values(rest).map((value) => [value]), [null]], `${tenant}`)(db);
        return undefined as never;
      };
      return ask({ ...db, read }, team, id, hash);
    });

  it.each(Object.entries(ONE))('visits a handful of rows for %s', async (_, ask) => {
    const rows = await visits(ask);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(16);
  });

  it.each(Object.entries(PAGES))('visits only the rows of its page for %s', async (_, ask) => {
    const rows = await visits(ask);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(8 * PAGE);
  });
});
