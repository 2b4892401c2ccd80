// A caller who sends a credential to the wrong API is told what kind it is and where to use it. The explanation depends
// only on its format, so it is the same for valid and unknown credentials. Anything else is reported as malformed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mintToken, type TokenPrefix } from '../../src/credentials/tokens.ts';
import { type World, world } from '../support/world.ts';
import { atCommandLine, type Managed, managedTeam } from './manage/support.ts';
import { bareConnection, type ScimConnection } from './scim/support/connection.ts';

let service: World;
let team: Managed;
let okta: ScimConnection;
beforeAll(async () => {
  service = await world();
  team = await managedTeam(service);
  okta = await bareConnection(service);
});
afterAll(() => service.close());

const KINDS: Readonly<Record<TokenPrefix, RegExp>> = {
  svc_api_: /You sent an API key, which opens \/v1 and \/mcp/,
  svc_oauth_: /You sent an OAuth access token, which opens the one resource/,
  svc_scim_: /You sent a directory sync token, which opens \/scim\/v2\/\{connection_id\}/,
  svc_secret_: /You sent the client secret of a connection, which gets access tokens at \/oauth\/token/,
  svc_session_: /You sent a session, which opens \/manage\/v1 and \/console\/v1/,
  svc_setup_: /You sent the token of a set-up link, which opens \/setup\/v1/,
  svc_link_: /You sent the token of a sign-in link, which is opened in a browser/,
};
const PREFIXES = Object.keys(KINDS) as TokenPrefix[];

const DOORS: readonly (readonly [method: string, path: string, taken: readonly TokenPrefix[]])[] = [
  ['GET', '/v1/me', ['svc_api_', 'svc_oauth_']],
  ['POST', '/mcp', ['svc_api_', 'svc_oauth_']],
  ['POST', '/manage/v1/run-examples', ['svc_api_', 'svc_oauth_', 'svc_session_']],
  ['GET', '/console/v1/me', ['svc_session_']],
  ['GET', '/manage/v1/session', ['svc_session_']],
  ['GET', '/setup/v1/link', ['svc_setup_']],
  ['GET', '/scim/v2/CONNECTION/Users', ['svc_scim_', 'svc_oauth_']],
];

async function told(method: string, path: string, token: string): Promise<readonly [number, string]> {
  const address = service.address + path.replace('CONNECTION', okta.connection_id);
  const answer = await fetch(address, { method, headers: { authorization: `Bearer ${token}` } });
  expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
  return [answer.status, ((await answer.json()) as { detail: string }).detail];
}

test.each(DOORS)('explains at %s %s every kind of credential that it does not accept', async (method, path, taken) => {
  for (const prefix of PREFIXES) {
    const { token } = mintToken(prefix);
    const expected = taken.includes(prefix)
      ? expect.not.stringContaining('You sent')
      : expect.stringMatching(KINDS[prefix]);
    expect([prefix, ...(await told(method, path, token))]).toEqual([prefix, 401, expected]);
    const mutilated = await told(method, path, token.slice(0, -1));
    expect([prefix, ...mutilated]).toEqual([prefix, 401, expect.not.stringContaining('You sent')]);
  }
});

test('explains the same for a valid credential as for an unknown one', async () => {
  const connection = okta.token;
  const good: readonly (readonly [TokenPrefix, string])[] = [
    ['svc_api_', team.publisher.key],
    ['svc_scim_', connection],
  ];
  for (const [prefix, token] of good)
    for (const [method, path, taken] of DOORS)
      if (!taken.includes(prefix))
        expect(await told(method, path, token)).toEqual(await told(method, path, mintToken(prefix).token));
  const asked = await (await atCommandLine(service, team.team_id, team.admin.id)).get('/manage/v1/session');
  expect(asked.status).toBe(200);
});
