// Authenticates callers of /v1 from the Authorization header. Callers are cached, so a busy program needs no lookup per
// request. version-check.ts checks the cached authorization version in the request's first query.

import { boundedCache } from '../base/bounded-cache.ts';
import { type Clock, havePassed, instant } from '../base/clock.ts';
import type { LookUp } from '../base/look-up.ts';
import { refuse } from '../base/refusal.ts';
import { type Text, t } from '../base/texts/t.ts';
import { type AdmissionRow, credentialVersion, findAdmission, markUsed } from '../credentials/api-credentials.ts';
import { bearerToken } from '../credentials/bearer.ts';
import { NOTE_USE_EVERY_MS } from '../credentials/note-use.ts';
import { otherKind } from '../credentials/other-kind.ts';
import { hashToken, looksLikeToken } from '../credentials/tokens.ts';
import { type Catalog, SVC_CATALOG_ID } from '../directory/catalog.ts';
import type { VersionCheck } from '../storage/batched-read.ts';
import { type CheckedDatabase, withoutVersionCheck, withVersionCheck } from '../storage/batches/version-check.ts';
import type { Database } from '../storage/database.ts';
import { allowedScopes, type Caller } from './caller.ts';

export interface Admission {
  readonly caller: Caller;
  /** The database for this request, which confirms a cached caller (version-check.ts). */
  readonly database: CheckedDatabase;
}

export interface Authenticator {
  /**
   * The caller of `authorization` at `resource`, a path such as `/v1` or `/mcp/{team_id}` (default `/v1`). API keys are
   * valid for every resource, OAuth tokens only for the one they were issued for (RFC 8707). Fails with `unauthorized`,
   * and for the same reasons as `lookUp.before`.
   */
  admit(authorization: string | undefined, lookUp?: LookUp, resource?: string): Promise<Admission>;
}

const AS_REMEMBERED: LookUp = { fresh: false, before: () => undefined };

interface Remembered {
  readonly caller: Caller;
  readonly catalogId: string;
  readonly versionCheck: VersionCheck;
  readonly authorization_version: string;
  /** Null means every resource. */
  readonly resource: string | null;
  readonly expiresAt: number;
  usedNoted: number;
}

const MAX_REMEMBERED = 20_000;
const DEFAULT_RESOURCE = '/v1';

/** Authenticates against `database`. `clock` decides what has expired. */
export function authenticator(database: Database, clock: Clock): Authenticator {
  /** Keyed by the token, so that a busy program's token is not verified and hashed for every request. */
  const remembered = boundedCache<Remembered>(MAX_REMEMBERED);
  return {
    async admit(authorization, lookUp = AS_REMEMBERED, resource = DEFAULT_RESOURCE) {
      const token = bearerToken(authorization, REFUSALS);
      const known = lookUp.fresh ? undefined : remembered.get(token);
      if (known !== undefined) return admitKnown(database, clock, known, resource);
      if (!isOurs(token)) throw notOurs(token);
      lookUp.before();
      const row = await findAdmission(database, hashToken(token));
      if (row === undefined || row.revoked_at !== null) {
        remembered.delete(token);
        throw badToken(row === undefined ? 'unknown' : 'revoked');
      }
      const found = remember(row);
      remembered.set(token, found);
      const { caller } = admitKnown(database, clock, found, resource);
      return { caller, database: withoutVersionCheck(database) };
    },
  };
}

const REFUSALS = {
  absent: () =>
    refuse('unauthorized', 'No credential was sent. Send the header "Authorization: Bearer <API_KEY>".', {
      sent: false,
    }),
  malformed: () =>
    refuse('unauthorized', 'The credential is malformed. Send it as "Authorization: Bearer <API_KEY>".', {
      sent: true,
    }),
};

/** Rejects malformed tokens and tokens for other endpoints before any query. */
const isOurs = (token: string): boolean => looksLikeToken('svc_api_', token) || looksLikeToken('svc_oauth_', token);

const badToken = (how: 'unknown' | 'revoked' | 'expired'): Error =>
  unauthorized(t('The credential is {how, select, revoked {revoked} expired {expired} other {not known}}.', { how }));

const notOurs = (token: string): Error => unauthorized(otherKind(token) ?? t('The credential is malformed.'));

const unauthorized = (sentence: Text): Error =>
  refuse('unauthorized', t('{sentence} Create a key in the workspace settings.', { sentence }), { sent: true });

const otherResource = (own: string, asked: string): Error =>
  refuse(
    'unauthorized',
    t('The access token is valid for {own}, not for {asked}. Request one with resource=…{asked}.', { own, asked }),
    { sent: true },
  );

function admitKnown(database: Database, clock: Clock, known: Remembered, resource: string): Admission {
  const now = clock();
  if (known.resource !== null && known.resource !== resource) throw otherResource(known.resource, resource);
  if (known.expiresAt <= now) throw badToken('expired');
  const { caller, catalogId, versionCheck } = known;
  if (havePassed(NOTE_USE_EVERY_MS, known.usedNoted, now)) {
    known.usedNoted = now;
    // Runs in the background, so that the request does not wait for it and cannot fail because of it.
    void markUsed(database, catalogId, caller.credential.id, instant(now)).catch(() => undefined);
  }
  return { caller, database: withVersionCheck(database, versionCheck, known.authorization_version) };
}

function remember(row: AdmissionRow): Remembered {
  const catalog: Catalog =
    row.catalog_id === SVC_CATALOG_ID
      ? { kind: 'svc', catalog_id: row.catalog_id, team_id: null, team_name: null }
      : { kind: 'team', catalog_id: row.catalog_id, team_id: row.team_id, team_name: row.team_name };
  return {
    caller: {
      catalog,
      person: { account_id: row.account_id, name: row.person_name, email: row.person_email ?? '' },
      roles: row.roles,
      credential: {
        kind: row.kind,
        id: row.credential_id,
        name: row.name,
        ...(row.client_id === null ? {} : { client_id: row.client_id }),
        ...(row.token_prefix === null ? {} : { token_prefix: row.token_prefix }),
      },
      counted_as: row.grant_id ?? row.credential_id,
      scopes: row.scopes,
      allowed: allowedScopes(catalog, row.roles),
      standing: { isMember: row.is_member, plan: row.plan ?? 'enterprise', trailsEnabled: row.trails_enabled ?? true },
    },
    catalogId: row.catalog_id,
    versionCheck: { authorizationVersion: credentialVersion, key: [row.catalog_id, row.credential_id, row.account_id] },
    authorization_version: row.authorization_version,
    resource: row.kind === 'oauth' ? (row.resource ?? DEFAULT_RESOURCE) : null,
    expiresAt: row.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.expires_at),
    usedNoted: row.last_used_at === null ? 0 : Date.parse(row.last_used_at),
  };
}
