// Authenticates the connection of a SCIM request from the Authorization header. Callers are cached briefly;
// version-check.ts confirms them with the request's first query, so a revocation takes effect with the next request.

import { boundedCache } from '../base/bounded-cache.ts';
import { type Clock, havePassed } from '../base/clock.ts';
import type { LookUp } from '../base/look-up.ts';
import { refuse } from '../base/refusal.ts';
import { type Text, t } from '../base/texts/t.ts';
import { bearerToken } from '../credentials/bearer.ts';
import { NOTE_USE_EVERY_MS } from '../credentials/note-use.ts';
import { otherKind } from '../credentials/other-kind.ts';
import type { ScimCaller } from '../credentials/scim-token.ts';
import { getScimCaller, isScimToken, tokenVersion } from '../credentials/scim-tokens.ts';
import { hashToken } from '../credentials/tokens.ts';
import type { VersionCheck } from '../storage/batched-read.ts';
import { type CheckedDatabase, withoutVersionCheck, withVersionCheck } from '../storage/batches/version-check.ts';
import type { Database } from '../storage/database.ts';

export interface ScimAdmission {
  readonly caller: ScimCaller;
  /** The database for this request, which confirms a cached caller. */
  readonly database: CheckedDatabase;
}

export interface ScimAuthenticator {
  /**
   * The caller of `authorization` at a connection's URL. Takes one hash and at most one lookup. Fails with
   * `unauthorized` if the token is missing, and for the same reasons as `getScimCaller` and `lookUp.before`.
   */
  admit(connectionId: string, authorization: string | undefined, lookUp: LookUp): Promise<ScimAdmission>;
}

interface Remembered {
  readonly caller: ScimCaller;
  readonly versionCheck: VersionCheck;
  readonly since: number;
}

const MAX_REMEMBERED = 10_000;

/** Authenticates against `database`. `clock` decides what has expired. */
export function scimAuthenticator(database: Database, clock: Clock): ScimAuthenticator {
  const remembered = boundedCache<Remembered>(MAX_REMEMBERED);
  return {
    async admit(connectionId, authorization, lookUp) {
      const hash = hashToken(scimToken(authorization));
      const key = hash.toString('base64');
      const now = clock();
      const known = lookUp.fresh ? undefined : remembered.get(key);
      if (known !== undefined && isStill(known, connectionId, now)) {
        const { caller, versionCheck } = known;
        return { caller, database: withVersionCheck(database, versionCheck, caller.authorization_version) };
      }
      remembered.delete(key);
      lookUp.before();
      const caller = await getScimCaller(database, connectionId, hash, now);
      const { team_id, connection_id, token_id } = caller;
      const versionCheck = { authorizationVersion: tokenVersion, key: [team_id, connection_id, token_id] };
      remembered.set(key, { caller, versionCheck, since: now });
      return { caller, database: withoutVersionCheck(database) };
    },
  };
}

/** Looks the caller up again from time to time, because the lookup records when a token was used. */
const isStill = ({ caller, since }: Remembered, connectionId: string, now: number): boolean =>
  caller.connection_id === connectionId.toLowerCase() &&
  !havePassed(NOTE_USE_EVERY_MS, since, now) &&
  (caller.expires_at === null || now < Date.parse(caller.expires_at));

function scimToken(authorization: string | undefined): string {
  const token = bearerToken(authorization, REFUSALS);
  if (isScimToken(token)) return token;
  throw badToken(otherKind(token) ?? MALFORMED);
}

const MALFORMED = t('The token is malformed.');

const badToken = (sentence: Text): Error =>
  refuse(
    'unauthorized',
    t('{sentence} Copy the token again, or create a new one in the connection settings.', { sentence }),
    {
      sent: true,
    },
  );

const REFUSALS = {
  absent: () =>
    refuse('unauthorized', 'No token was sent. Send the header "Authorization: Bearer <token of the connection>".', {
      sent: false,
    }),
  malformed: () => badToken(MALFORMED),
};
