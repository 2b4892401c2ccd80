// A domain claim is being verified, which takes as long as a DNS lookup. Changes to the claim in the meantime take
// effect.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal, type Slug } from '../../src/base/refusal.ts';
import {
  claimDomain,
  type DomainClaim,
  dropClaim,
  listClaims,
  verifyDomain,
} from '../../src/directory/teams/domain-claims.ts';
import { listDomains } from '../../src/directory/teams/domains.ts';
import { deleteTeam } from '../../src/directory/teams/teams.ts';
import type { Database, Tx } from '../../src/storage/database.ts';
import { openTestDatabase } from '../support/database.ts';
import { byAdmin, freshTeam } from './support.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const inTx = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> => database.inTransaction(work);
const outcomeOf = (work: Promise<unknown>): Promise<Slug | 'done'> =>
  work.then(
    () => 'done',
    (thrown: unknown) => {
      if (isRefusal(thrown)) return thrown.slug;
      throw thrown;
    },
  );

async function someClaim() {
  const { team_id } = await freshTeam(database);
  const domain = `d${team_id.slice(-12)}.example`;
  return { team_id, domain, claim: await inTx((tx) => claimDomain(tx, team_id, domain)) };
}

/** The result of a verification whose lookup finds `value` once `meanwhile` is done. */
const verified = (
  { team_id, domain, claim }: { team_id: string; domain: string; claim: DomainClaim },
  meanwhile: () => Promise<unknown>,
  value = claim.record_value,
) => {
  const resolveTxt = async () => {
    await meanwhile();
    return [[value]];
  };
  return outcomeOf(verifyDomain(database, team_id, domain, { resolveTxt, now: Date.now() }, byAdmin));
};

const domainsOf = async (teamId: string) => (await listDomains(database, teamId)).map(({ domain }) => domain);

test('verifies nothing for a claim that was removed in the meantime', async () => {
  const some = await someClaim();
  expect(await verified(some, () => inTx((tx) => dropClaim(tx, some.team_id, some.domain)))).toBe('not-found');
  expect(await domainsOf(some.team_id)).toEqual([]);
});

test.each([
  ['the right', undefined, 'not-found'],
  ['a wrong', 'else', 'unprocessable'],
] as const)('does not apply %s record of the previous claim to a renewed one', async (_, value, outcome) => {
  const some = await someClaim();
  const anew = async (tx: Tx) => {
    await dropClaim(tx, some.team_id, some.domain);
    await claimDomain(tx, some.team_id, some.domain);
  };
  expect(await verified(some, () => inTx(anew), value)).toBe(outcome);
  expect(await domainsOf(some.team_id)).toEqual([]);
  expect(await listClaims(database, some.team_id)).toMatchObject([{ domain: some.domain, problem: null }]);
});

test('gives a deleted workspace no domain', async () => {
  const some = await someClaim();
  expect(await verified(some, () => inTx((tx) => deleteTeam(tx, some.team_id, byAdmin)))).toBe('not-found');
});

test('reports to both of two concurrent requests that the domain is verified, and logs it once', async () => {
  const some = await someClaim();
  const second = () => verified(some, async () => undefined);
  let other: Promise<Slug | 'done'> | undefined;
  const first = await verified(some, async () => {
    other = second();
    await other;
  });
  expect([first, await other]).toEqual(['done', 'done']);
  expect(await domainsOf(some.team_id)).toEqual([some.domain]);
  expect(await listClaims(database, some.team_id)).toEqual([]);
});
