// Signs a person out because the workspace's identity provider asks for it (Global Token Revocation, Okta Universal
// Logout). A new activation of the membership ends sessions, sign-in links, connected apps and AI tools in every
// process, because each of them belongs to one activation (Decision 74).

import { recordChange } from '../audit/audit-log.ts';
import { THE_SERVICE } from '../audit/outbox.ts';
import { isUuid } from '../base/id.ts';
import { refuse } from '../base/refusal.ts';
import { t } from '../base/texts/t.ts';
import { claimOnce } from '../credentials/oauth-artifacts.ts';
import { findMember, findMemberByEmail, renewActivation } from '../directory/members/members.ts';
import type { ClaimsReader } from '../egress/signed-claims.ts';
import { findAccountOfRecord } from '../provisioning/users/user-accounts.ts';
import type { Database, Tx } from '../storage/database.ts';
import * as store from './single-sign-on-store.ts';

/** The URL of a workspace's endpoint, which must be the audience of each request. */
export const providerLogoutUrl = (publicUrl: string, teamId: string): string =>
  `${publicUrl}/oauth/global-token-revocation/${teamId}`;

/** How the provider names the person (RFC 9493). */
export type LogoutSubject =
  | { readonly format: 'email'; readonly email: string }
  | { readonly format: 'iss_sub'; readonly iss: string; readonly sub: string }
  | { readonly format: 'opaque'; readonly id: string };

const MAX_NAME_LENGTH = 500;
const MEMBERS = { email: ['email'], iss_sub: ['iss', 'sub'], opaque: ['id'] } as const;

/** Reads a subject identifier. Fails with `bad-request`. */
export function readSubject(given: unknown): LogoutSubject {
  const subject: Readonly<Record<string, unknown>> =
    typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {};
  const { format } = subject;
  if (format !== 'email' && format !== 'iss_sub' && format !== 'opaque')
    throw refuse('bad-request', 'sub_id must be an object whose format is email, iss_sub or opaque.');
  for (const name of MEMBERS[format]) {
    const value = subject[name];
    if (typeof value !== 'string' || value === '' || value.length > MAX_NAME_LENGTH || value.includes('\0'))
      throw refuse(
        'bad-request',
        t('{field} must be a string with 1 to {limit} characters.', {
          field: `sub_id.${name}`,
          limit: MAX_NAME_LENGTH,
        }),
      );
  }
  return subject as unknown as LogoutSubject;
}

export interface LogoutDeps {
  readonly database: Database;
  readonly readClaims: ClaimsReader;
  readonly publicUrl: string;
}

export interface LogoutRequest {
  readonly team_id: string;
  readonly jwt: string;
  readonly request_id: string;
}

/** Distinguishes these requests from ID tokens, which the same keys sign (RFC 8725, section 3.11). */
const TYPE = 'global-token-revocation+jwt';
/** Maximum lifetime of a request in seconds. Older signals are refused. */
const MAX_LIFETIME_S = 300;
/** Kept longer than the request is valid, because clocks differ. */
const KEPT_MS = 60_000;

/**
 * Ends everything with which the person is signed in to the workspace. API keys stay. The provider of the workspace
 * must have signed the request for this workspace, within five minutes, and each request works once. Fails with
 * `unauthorized`, with `not-found` if the subject is not a member, with `not-ready` if the provider's keys cannot be
 * fetched, and like `readSubject`, which is called after the signature is checked. Audited as `team.member.signed_out`.
 */
export async function revokeForProvider(
  { database, readClaims, publicUrl }: LogoutDeps,
  { team_id, jwt, request_id }: LogoutRequest,
  subjectOf: () => LogoutSubject,
): Promise<void> {
  const settings = await store.findSettings(database, team_id);
  if (settings === undefined || !settings.enabled) throw untrusted();
  const { issuer, client_id } = settings;
  const audience = providerLogoutUrl(publicUrl, team_id);
  const limits = { isOnlyAudience: true, type: TYPE, required: ['jti', 'iat'], longestS: MAX_LIFETIME_S } as const;
  const { jti = '', exp = 0 } = await readClaims(jwt, { issuer, audience, ...limits });
  const subject = subjectOf();
  await database.inTransaction(async (tx) => {
    const held = await store.holdSettings(tx, team_id);
    if (held?.issuer !== issuer || held.client_id !== client_id || !held.enabled) throw untrusted();
    if (!(await claimOnce(tx, 'ProviderLogout', `${team_id} ${issuer} ${jti}`, exp * 1_000 + KEPT_MS)))
      throw refuse('unauthorized', 'The request has already been used (jti). Sign a new one.', { sent: true });
    const member = await memberOf(tx, team_id, issuer, subject);
    if (member === undefined)
      throw refuse('not-found', 'The workspace has no member with this subject.', { reason: 'no-member' });
    await renewActivation(tx, team_id, member.account_id);
    const by = { account_id: null, actor: { ...THE_SERVICE, name: new URL(issuer).host }, request_id };
    const person = { kind: 'user', id: member.account_id, name: member.name };
    await recordChange(tx, team_id, 'team.member.signed_out', person, by, { after: { issuer } });
  });
}

/** The member of this workspace. Subjects of other issuers are unknown. */
async function memberOf(tx: Tx, teamId: string, issuer: string, subject: LogoutSubject) {
  if (subject.format === 'email') return findMemberByEmail(tx, teamId, subject.email);
  const accountId =
    subject.format === 'opaque'
      ? await accountNamed(tx, teamId, subject.id)
      : (await linkedAccount(tx, teamId, issuer, subject))?.account_id;
  return accountId === undefined ? undefined : findMember(tx, teamId, accountId);
}

const linkedAccount = async (tx: Tx, teamId: string, issuer: string, { iss, sub }: { iss: string; sub: string }) =>
  iss === issuer ? store.findLinked(tx, teamId, issuer, sub) : undefined;

/** The id of a user in Cairn, or of the SCIM user, which is all that a provider knows. */
async function accountNamed(tx: Tx, teamId: string, id: string): Promise<string | undefined> {
  if (!isUuid(id)) return undefined;
  return (await findAccountOfRecord(tx, teamId, id)) ?? id;
}

/** Does not reveal whether the workspace exists or has single sign-on. */
const untrusted = (): Error =>
  refuse('unauthorized', 'This workspace does not accept requests from this identity provider.', { sent: true });
