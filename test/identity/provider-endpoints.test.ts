// The endpoints that a provider's configuration must contain before anyone is sent there, and how long an assertion
// counts as used. Runs without a provider.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import { isRefusal } from '../../src/base/refusal.ts';
import type { Egress } from '../../src/egress/egress-request.ts';
import { openDiscoveries } from '../../src/identity/discoveries.ts';
import { openProvider } from '../../src/identity/single-sign-on-provider.ts';
import { visitorBudget } from '../../src/identity/visitor-budget.ts';
import { claimVouching, type VouchedIdentity } from '../../src/identity/vouched-person.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import { openTestDatabase } from '../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const ISSUER = 'https://idp.test';
const [GOOD, PLAIN] = [`${ISSUER}/a`, 'http://idp.test/a'];

test.each([
  ['both', GOOD, GOOD, 'opened'],
  ['a token endpoint without TLS', GOOD, PLAIN, 'unprocessable'],
  ['an authorization endpoint without TLS', PLAIN, GOOD, 'unprocessable'],
  ['a missing token endpoint', GOOD, undefined, 'unprocessable'],
  ['a missing authorization endpoint', undefined, GOOD, 'unprocessable'],
])('reports a provider with %s as %s', async (_, authorization_endpoint, token_endpoint, outcome) => {
  const configuration = { issuer: ISSUER, jwks_uri: `${ISSUER}/keys`, authorization_endpoint, token_endpoint };
  const egress = { fetch: async () => Response.json(configuration) } as unknown as Egress;
  const discoveries = openDiscoveries(Date.now, visitorBudget(Date.now).requests);
  const client = { issuer: ISSUER, client_id: 'c', client_secret: null };
  const opened = openProvider(client, { egress, discoveries }).then(
    () => 'opened',
    (thrown: unknown) => (isRefusal(thrown) ? thrown.slug : String(thrown)),
  );
  expect(await opened).toBe(outcome);
});

const NOW = Date.UTC(2030, 0, 1);
test('accepts an assertion for one request, and remembers it for a minute after its expiry because clocks differ', async () => {
  const expires_at = Date.UTC(2031, 0, 1);
  const vouching = { issuer: ISSUER, jti: newId(), expires_at } as VouchedIdentity;
  const claim = (one: VouchedIdentity, request: string, now: number) => claimVouching(database, one, request, now);
  const claims = [await claim(vouching, 'a', NOW), await claim(vouching, 'a', NOW + 59_999)];
  expect([...claims, await claim(vouching, 'b', NOW), await claim(vouching, 'a', NOW + 60_000)]).toEqual([
    ...[true, true, false, false],
  ]);
  expect(await claim({ ...vouching, issuer: `${ISSUER}/` }, 'a', NOW)).toBe(true);
  const kept = await database.rows<{ until: number }>(sql`
    select distinct extract(epoch from expires_at)::integer as until from oauth_artifacts where kind = 'IdentityAssertion'`);
  expect(kept).toEqual([{ until: expires_at / 1_000 + 60 }]);
});
