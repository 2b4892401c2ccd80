// A service and a real OpenID provider on the loopback, workspaces that use it, and browsers that sign in through it.
import { expect } from 'vitest';
import { addMember } from '../../../src/directory/members/members.ts';
import { addDomain } from '../../../src/directory/teams/domains.ts';
import type { Heard } from '../../support/speaker.ts';
import { BY_TEST, type TestPerson, type TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { type Browser, browser, type SessionBody, signedIn } from './browser.ts';
import { type IdentityProvider, identityProvider } from './identity-provider.ts';

export const PUBLIC = 'http://localhost:8080';
export const REDIRECT = `${PUBLIC}/sign-in/sso/callback`;

export interface SsoTeam extends TestTeam {
  readonly domain: string;
  /** Adds a member with an address in the verified domain, known to the provider by this subject. */
  known(
    subject: string,
    claims?: Readonly<Record<string, unknown>>,
  ): Promise<TestPerson & { readonly address: string }>;
}

export interface SsoWorld {
  readonly here: World;
  readonly provider: IdentityProvider;
  /** A workspace with a verified domain and single sign-on. */
  ssoTeam(settings?: object, at?: IdentityProvider): Promise<SsoTeam>;
  /** Saves settings as the workspace's admin. */
  save(team: TestTeam, settings: object): Promise<Heard<unknown>>;
  /** The complete sign-in of a new browser: to the provider, sign-in as `subject`, and back. */
  comeIn(
    team: TestTeam,
    subject: string,
    at?: IdentityProvider,
  ): Promise<{ visitor: Browser; back: string; end: Heard<unknown> }>;
  close(): Promise<void>;
}

export async function ssoWorld(): Promise<SsoWorld> {
  const here = await world({ CAIRN_PUBLIC_URL: PUBLIC });
  const provider = await identityProvider({ redirectUri: REDIRECT });
  const save = async (team: TestTeam, settings: object) =>
    (await signedIn(here, team.admin.email)).send('PUT', '/manage/v1/sso', settings);
  return {
    here,
    provider,
    save,
    async ssoTeam(settings = {}, at = provider) {
      const team = await here.team();
      const domain = `d${team.team_id.slice(-12)}.test`;
      await here.app.database.inTransaction((tx) => addDomain(tx, team.team_id, domain, BY_TEST));
      const saved = await save(team, { issuer: at.issuer, ...at.client, enabled: true, required: false, ...settings });
      expect(saved.status).toBe(204);
      return { ...team, domain, known: (subject, claims = {}) => addKnown(here, team, domain, at, subject, claims) };
    },
    async comeIn(team, subject, at = provider) {
      const visitor = browser(here);
      const off = await visitor.send('GET', `/sign-in/sso?team=${team.team_id}&return_to=/trails`);
      expect(off.status).toBe(303);
      const back = await at.signIn(off.headers.get('location') ?? '', subject);
      expect(back.startsWith(`${REDIRECT}?`)).toBe(true);
      return { visitor, back, end: await visitor.send('GET', back.slice(PUBLIC.length)) };
    },
    async close() {
      await here.close();
      await provider.close();
    },
  };
}

/** The reason why a browser is sent to the sign-in page without a session. */
export const whyNot = (answer: Heard<unknown>): string | undefined => {
  expect(answer.status).toBe(303);
  expect(answer.headers.getSetCookie()).toEqual([]);
  return answer.headers.get('location')?.replace(`${PUBLIC}/sign-in#problem=`, '');
};

export const sessionOf = async (visitor: Browser): Promise<SessionBody> =>
  (await visitor.send<SessionBody>('GET', '/manage/v1/session')).body;

async function addKnown(
  here: World,
  team: TestTeam,
  domain: string,
  at: IdentityProvider,
  subject: string,
  claims: Readonly<Record<string, unknown>>,
) {
  const address = `${subject}@${domain}`;
  const id = await here.app.database.inTransaction((tx) =>
    addMember(tx, team.team_id, { email: address, name: subject, roles: [] }, BY_TEST),
  );
  at.people.set(subject, { email: address, email_verified: true, ...claims });
  return { ...team.member, id, address };
}
