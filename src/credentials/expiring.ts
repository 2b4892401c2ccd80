// Credentials that end soon, announced once each: API keys of a catalog, tokens and client secrets of directory sync.

import type { Announcement } from '../audit/announcement.ts';
import { announce, THE_SERVICE } from '../audit/outbox.ts';
import { DAY_MS, instant } from '../base/clock.ts';
import type { Database } from '../storage/database.ts';
import { takeTimeSince } from '../storage/time-taken.ts';
import { keysEndingBetween } from './credential-store.ts';
import type { EndingCredential } from './ending-credential.ts';
import { secretsEndingBetween } from './scim-client-store.ts';
import { tokensEndingBetween } from './scim-token-store.ts';

/** So long before its end a credential is announced; one that is made for less is not. */
const AHEAD_MS = 7 * DAY_MS;

/** Announces what has come within seven days of its end since the last call; answers how many. */
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
