// For every limited resource of a workspace, one of two concurrent requests creates the last item, and the other is
// refused as it would be a moment later.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal, type Slug } from '../../src/base/refusal.ts';
import { createClientSecret } from '../../src/credentials/scim-client-secrets.ts';
import { createScimToken } from '../../src/credentials/scim-tokens.ts';
import { createSetupLink } from '../../src/credentials/setup-links.ts';
import { addOrInvite } from '../../src/directory/joining/invitations.ts';
import { claimDomain } from '../../src/directory/teams/domain-claims.ts';
import { getTeam } from '../../src/directory/teams/teams.ts';
import { sealerOf } from '../../src/identity/sealed-secret.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { createTrail } from '../../src/trails/editing/create-trail.ts';
import { publishTrail } from '../../src/trails/publication/publish.ts';
import { addFavourite } from '../../src/trails/readers/favourites.ts';
import { createStream } from '../../src/webhooks/audit-streams.ts';
import { createWebhook } from '../../src/webhooks/webhooks.ts';
import { byAdmin, freshTeam, type TestTeam } from '../directory/support.ts';
import { openTestDatabase } from '../support/database.ts';
import { meanwhile } from '../support/meanwhile.ts';
import { readyDocument, rules } from '../trails/catalog.ts';

const NOW = Date.now();
const DEPS = { sealer: sealerOf(() => ['a secret of the test']), publicUrl: 'https://cairn.test' };

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const inTx = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> => database.inTransaction(work);

interface Limited {
  readonly most: number;
  readonly slug: Slug;
  readonly make: (tx: Tx, team: TestTeam, nth: number) => Promise<unknown>;
  /** Creates all but one directly in the database, for resources where `make` would be slow. */
  readonly fill?: (team: TestTeam) => Promise<unknown>;
}

const LIMITED: Readonly<Record<string, Limited>> = {
  'set-up links': {
    most: 5,
    slug: 'conflict',
    make: (tx, team, nth) => createSetupLink(tx, team.team_id, team.connection_id, `For ${nth}`, NOW, byAdmin),
  },
  'client secrets': {
    most: 3,
    slug: 'conflict',
    make: (tx, team) => createClientSecret(tx, team.team_id, team.connection_id, '1y', NOW, byAdmin),
  },
  'tokens of a connection': {
    most: 2,
    slug: 'conflict',
    make: (tx, team) => createScimToken(tx, team.team_id, team.connection_id, 'none', NOW, byAdmin),
  },
  webhooks: {
    most: 20,
    slug: 'conflict',
    make: (tx, team, nth) =>
      createWebhook(
        tx,
        team.team_id,
        { name: `h${nth}`, url: 'https://a.example/h', events: ['trail.saved'], signing: 'ed25519' },
        DEPS,
        NOW,
        byAdmin,
      ),
  },
  'audit streams': {
    most: 5,
    slug: 'conflict',
    make: (tx, team, nth) =>
      createStream(
        tx,
        team.team_id,
        { name: `s${nth}`, url: 'https://a.example/s', format: 'ndjson', authorization: null },
        DEPS,
        NOW,
        byAdmin,
      ),
  },
  'claims of domains': {
    most: 20,
    slug: 'conflict',
    make: (tx, team, nth) => claimDomain(tx, team.team_id, `d${nth}.example`),
  },
  invitations: {
    most: 1_000,
    slug: 'unprocessable',
    fill: (team) =>
      database.rows(sql`
        insert into invitations (team_id, invitation_id, email, name, roles, invited_by, created_at, expires_at)
        select ${team.team_id}::uuid, gen_random_uuid(), 'i' || n || '@many.test', 'I', '{}', 'Ada', now(),
          now() + interval '1 day'
        from generate_series(1, 999) as n`),
    make: async (tx, team) =>
      addOrInvite(tx, team.team_id, { email: others.pop() ?? '', name: 'Ivy', roles: [] }, NOW, byAdmin),
  },
  favourites: {
    most: 200,
    slug: 'conflict',
    fill: marked,
    make: (tx, team, nth) => addFavourite(tx, ownerOf(team), unmarked[nth] ?? ''),
  },
};

/** Addresses of people in other workspaces. */
const others: string[] = [];
/** The trails that are marked last. */
const unmarked: Record<number, string> = {};

const ownerOf = ({ team_id, owner_id }: TestTeam) => ({ team_id, account_id: owner_id });

async function published(team: TestTeam, title: string): Promise<string> {
  return inTx(async (tx) => {
    const { trail_id, revision } = await createTrail(tx, team.team_id, readyDocument(title), byAdmin, rules);
    await publishTrail(tx, team.team_id, { trail_id, revision, note: null }, byAdmin, rules);
    return trail_id;
  });
}

async function marked(team: TestTeam): Promise<void> {
  const first = await published(team, 'First');
  for (const nth of [200, 201]) unmarked[nth] = await published(team, `The ${nth}th`);
  await inTx((tx) => addFavourite(tx, ownerOf(team), first));
  await database.rows(sql`
    with copied as (
      insert into trails (catalog_id, trail_id, status, published_version, sort_order, document, title, target_role,
        description, tools, prompt_count, search_text)
      select t.catalog_id, gen_random_uuid(), 'live', 1, n, t.document, t.title, '', '', '[]', 1, ''
      from generate_series(1, 198) n, trails t where t.catalog_id = ${team.team_id} and t.trail_id = ${first}
      returning catalog_id, trail_id, document
    ), versions as (
      insert into trail_versions (catalog_id, trail_id, version, revision, document)
      select catalog_id, trail_id, 1, 1, document from copied
    )
    insert into trail_favourites (team_id, account_id, trail_id, activation)
    select c.catalog_id, f.account_id, c.trail_id, f.activation
    from copied c join trail_favourites f on f.team_id = c.catalog_id and f.trail_id = ${first}`);
}

test.each(Object.keys(LIMITED))('limits %s', async (name) => {
  const { most, slug, make, fill } = LIMITED[name] as Limited;
  const team = await freshTeam(database);
  for (let nth = 0; nth < 2; nth += 1) {
    const { owner_email } = await getTeam(database, (await freshTeam(database)).team_id);
    others.push(owner_email ?? '');
  }
  if (fill !== undefined) await fill(team);
  else for (let nth = 1; nth < most; nth += 1) await inTx((tx) => make(tx, team, nth));
  const second = () =>
    inTx((tx) => make(tx, team, most + 1)).then(
      () => 'made',
      (thrown: unknown) => {
        if (isRefusal(thrown)) return thrown.slug;
        throw thrown;
      },
    );
  expect(await meanwhile(database, (tx) => make(tx, team, most), second)).toBe(slug);
});
