// Announces each credential a single time before it expires: API keys of a catalog, and tokens and client secrets of
// directory sync.

import type { Announcement } from '../audit/announcement.ts';
import { announce, THE_SERVICE } from '../audit/outbox.ts';
import { DAY_MS, instant } from '../base/clock.ts';
import type { Database } from '../storage/database.ts';
import { takeTimeSince } from '../storage/time-taken.ts';
import { keysEndingBetween } from './credential-store.ts';
import type { EndingCredential } from './ending-credential.ts';
import { secretsEndingBetween } from './scim-client-store.ts';
import { tokensEndingBetween } from './scim-token-store.ts';

/** How long before its expiry a credential is announced. Credentials with a shorter lifetime are not announced. */
const AHEAD_MS = 7 * DAY_MS;

/** Announces the credentials whose expiry has come within seven days since the last call. Returns their number. */
export const announceExpiring = (database: Database, now: number): Promise<number> =>
  database.inTransaction(async (tx) => {
    const since = (await takeTimeSince(tx, 'expiring-credentials', now)) ?? now - AHEAD_MS;
    const from = instant(since + AHEAD_MS);
    const until = instant(now + AHEAD_MS);
    const ending: EndingCredential[] = [];
    for (const endingBetween of [keysEndingBetween, tokensEndingBetween, secretsEndingBetween])
      ending.push(...(await endingBetween(tx, from, until)));
    const at = instant(now);
    await announce(
      tx,
      ending.map((credential) => announcementOf(credential, at)),
    );
    return ending.length;
  });

const announcementOf = ({ team_id, kind, id, name, expires_at }: EndingCredential, at: string): Announcement => ({
  ...{ team_id, kind: 'credential.expiring', at },
  actor: THE_SERVICE,
  subject: { kind, id, name },
  details: { expires_at },
});
