// Every kind of credential that the service issues, for the people of one workspace.
import { createApiKey } from '../../../src/credentials/api-credentials.ts';
import { createScimToken } from '../../../src/credentials/scim-tokens.ts';
import { createSetupLink } from '../../../src/credentials/setup-links.ts';
import { mintToken } from '../../../src/credentials/tokens.ts';
import { SVC_CATALOG_ID } from '../../../src/directory/catalog.ts';
import { ALL_SCOPES } from '../../../src/directory/roles.ts';
import { cookieName, SESSION_COOKIE } from '../../../src/identity/cookie-names.ts';
import { createLoginLink } from '../../../src/identity/login-links.ts';
import { createSession } from '../../../src/identity/sessions.ts';
import type { Tx } from '../../../src/storage/database.ts';
import { accessToken } from '../../support/access-token.ts';
import type { Speaker } from '../../support/speaker.ts';
import { BY_TEST, type TestPerson, type TestTeam } from '../../support/test-team.ts';
import type { World } from '../../support/world.ts';
import { CALLERS, type CallerName } from './rows.ts';

/** A workspace with a person in every role, and an operator from outside of it. */
export interface Cast {
  readonly team: TestTeam;
  readonly people: Readonly<Record<CallerName, TestPerson>>;
  readonly connection_id: string;
}

/** A caller: a person with a credential, or a credential without a person. */
export interface Caller {
  readonly kind:
    | 'nothing'
    | 'session'
    | 'console'
    | 'apiKey'
    | 'app'
    | 'setupLink'
    | 'scimToken'
    | 'signInLink'
    | 'garbage';
  readonly who: CallerName;
  /** The scopes of keys and apps. */
  readonly scopes: readonly string[];
}

export const callerName = ({ kind, who, scopes }: Caller): string => `${who} ${kind} ${scopes.join(' ')}`.trim();

export const caller = (kind: Caller['kind'], who: CallerName, scopes: readonly string[] = []): Caller => ({
  kind,
  who,
  scopes,
});

/** Sessions for each role; keys and apps for each role with every scope, and for a publisher with each scope alone. */
export const EVERY_CALLER: readonly Caller[] = [
  ...CALLERS.map((who) => caller('session', who)),
  ...(['member', 'admin'] as const).map((who) => caller('console', who)),
  ...(['apiKey', 'app'] as const).flatMap((kind) => [
    ...CALLERS.map((who) => caller(kind, who, ALL_SCOPES)),
    ...ALL_SCOPES.map((scope) => caller(kind, 'publisher', [scope])),
  ]),
  caller('setupLink', 'admin'),
  ...(['nothing', 'garbage', 'scimToken', 'signInLink'] as const).map((kind) => caller(kind, 'owner')),
];

/** Creates a new credential of that kind. */
export const tokenOf = (service: World, cast: Cast, wanted: Caller): Promise<string> =>
  service.app.database.inTransaction((tx) => CREATE[wanted.kind](tx, cast, wanted, service.clock()));

/** Creates a new credential of that kind and returns a client that sends it. */
export async function speakerOf(service: World, cast: Cast, wanted: Caller): Promise<Speaker> {
  if (wanted.kind === 'nothing') return service.anyone;
  const token = await tokenOf(service, cast, wanted);
  if (wanted.kind !== 'console') return service.bearer(token);
  const cookie = `${cookieName(SESSION_COOKIE, service.baseUrl)}=${token}`;
  return service.anyone.with({ Cookie: cookie, 'X-Cairn-Console': '1' });
}

type Create = (tx: Tx, cast: Cast, wanted: Caller, now: number) => Promise<string>;

const sessionOf =
  (kind: 'app' | 'cli'): Create =>
  async (tx, { team, people }, { who }, now) => {
    const team_id = who === 'operator' ? null : team.team_id;
    return (await createSession(tx, { team_id, account_id: people[who].id, kind }, now)).token;
  };

const catalogOf = ({ team }: Cast, { who }: Pick<Caller, 'who'>): string =>
  who === 'operator' ? SVC_CATALOG_ID : team.team_id;

const APP = { client_id: 'https://app.example/client.json', name: 'An app' };

const CREATE: Readonly<Record<Caller['kind'], Create>> = {
  nothing: async () => '',
  garbage: async () => mintToken('svc_session_').token,
  session: sessionOf('cli'),
  console: sessionOf('app'),
  apiKey: async (tx, cast, { who, scopes }, now) => {
    const wanted = { account_id: cast.people[who].id, name: 'access', scopes, expires_at: null };
    return (await createApiKey(tx, catalogOf(cast, { who }), wanted, now, BY_TEST)).key;
  },
  app: async (tx, cast, { who, scopes }, now) => {
    const agreed = { ...APP, account_id: cast.people[who].id, scopes };
    return (await accessToken(tx, catalogOf(cast, { who }), agreed, now)).token;
  },
  setupLink: async (tx, { team, connection_id }, _, now) =>
    (await createSetupLink(tx, team.team_id, connection_id, 'access', now, BY_TEST)).token,
  scimToken: async (tx, { team, connection_id }, _, now) =>
    (await createScimToken(tx, team.team_id, connection_id, 'none', now, BY_TEST)).token,
  signInLink: async (tx, { team, people }, { who }, now) =>
    (await createLoginLink(tx, { email: people[who].email, team_id: team.team_id }, now, BY_TEST)).token,
};
