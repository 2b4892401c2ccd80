// A person is deprovisioned over SCIM while their app uses and renews its tokens, in whatever order it happens: once
// the identity provider has its answer, no token of that person opens anything, in no process, and no token is got
// any more. CAIRN_OAUTH_INTERLEAVINGS says how many orders are tried (1,000 by hand).
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueAccessToken, mintAccessToken, renewVouchedGrant } from '../../../src/credentials/oauth-grants.ts';
import type { Speaker } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { type Managed, managedTeam } from '../manage/support.ts';
import { connected, PUBLIC, refreshed, registered } from './oauth-world.ts';

const RUNS = Number(process.env.CAIRN_OAUTH_INTERLEAVINGS ?? 12);

let here: World;
let second: World;
let team: Managed;
let scim: Speaker;
let users: string;
let client: string;
beforeAll(async () => {
  here = await world({ CAIRN_PUBLIC_URL: PUBLIC });
  // Where a server holds the database, another process answers too.
  second = here.config.database.kind === 'postgres' ? await here.second() : here;
  team = await managedTeam(here);
  const made = await team.asAdmin.post<{ connection_id: string; token: string }>('/manage/v1/connections', {
    name: 'Directory',
  });
  scim = here.bearer(made.body.token);
  users = `/scim/v2/${made.body.connection_id}/Users`;
  client = (await registered(here)).client_id;
});
afterAll(async () => {
  if (second !== here) await second.close();
  await here.close();
});

const active = (value: boolean) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'replace', path: 'active', value }],
});

/** Tokens by hand, under a grant of the person: no page is walked a thousand times. */
async function tokenOf(account_id: string): Promise<string> {
  const { database } = here.app;
  const grant = await database.inTransaction((tx) =>
    renewVouchedGrant(
      tx,
      {
        ...{ catalog_id: team.team_id, account_id, client_id: client, client_name: 'Tool', client_host: '' },
        ...{ resource: '/v1', scopes: ['trails:use'], origin: 'identity-provider' },
      },
      here.clock(),
      'test',
    ),
  );
  const token = mintAccessToken();
  const expires_at = new Date(here.clock() + 3_600_000).toISOString();
  await issueAccessToken(database, grant.grant_id, { token, scopes: ['trails:use'], expires_at }, here.clock());
  return token;
}

const use = async (token: string): Promise<number[]> =>
  Promise.all([here, second].map(async (process) => (await process.bearer(token).get('/v1/me')).status));

test(`no token outlives a deprovisioning, in ${RUNS} orders of events`, async () => {
  const email = `olaf@${team.team_id.slice(-12)}.test`;
  const { body } = await scim.post<{ id: string }>(users, {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: email,
    displayName: 'Olaf',
    emails: [{ value: email, primary: true }],
  });
  const person = `${users}/${body.id}`;
  const step = fc.constantFrom('use', 'issue', 'refresh', 'deprovision');
  const plan = fc.array(fc.record({ step, after: fc.integer({ min: 0, max: 3 }) }), { minLength: 3, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(plan, async (steps) => {
      expect((await scim.patch(person, active(true))).status).toBe(200);
      const { access_token, refresh_token = '' } = await connected(here, email, client);
      const account = await team.asAdmin.get<{ items: { id: string; email: string | null }[] }>(
        `/manage/v1/members?q=${encodeURIComponent('Olaf')}`,
      );
      const accountId = account.body.items.find((row) => row.email === email)?.id ?? '';
      const tokens = [access_token];
      let latest = refresh_token;
      const work: Readonly<Record<(typeof steps)[number]['step'], () => Promise<unknown>>> = {
        use: () => use(tokens.at(-1) ?? ''),
        issue: async () => tokens.push(await tokenOf(accountId).catch(() => access_token)),
        refresh: async () => {
          const { body: answer } = await refreshed(here, client, latest);
          if (answer.access_token !== undefined) tokens.push(answer.access_token);
          latest = answer.refresh_token ?? latest;
        },
        deprovision: () => scim.patch(person, active(false)),
      };
      const running: Promise<unknown>[] = [];
      for (const { step: name, after } of steps) {
        running.push(work[name]());
        for (let turn = 0; turn < after; turn += 1) await new Promise((done) => setImmediate(done));
      }
      running.push(work.deprovision());
      await Promise.all(running);
      for (const token of tokens) expect(await use(token)).toEqual([401, 401]);
      expect((await refreshed(here, client, latest)).body.error).toBe('invalid_grant');
      // A return opens nothing of what was.
      await scim.patch(person, active(true));
      for (const token of tokens) expect(await use(token)).toEqual([401, 401]);
    }),
    { numRuns: RUNS },
  );
}, 3_600_000);
