// Refused requests as events for other systems. Identity providers retry again and again, so each connection and status
// causes at most one event per minute, which covers all refusals since the last one.
import type { Announcement } from '../../audit/announcement.ts';
import { type Clock, havePassed } from '../../base/clock.ts';
import type { ProvisioningRequest } from './provisioning-request.ts';

const EVERY_MS = 60_000;
const MAX_REMEMBERED = 10_000;

interface Noted {
  count: number;
  lastAt: number;
}

/** Returns the events to announce for a batch of requests. Remembers earlier events only within this process. */
export function refusalAnnouncements(clock: Clock): (requests: readonly ProvisioningRequest[]) => Announcement[] {
  const noted = new Map<string, Noted>();
  return (requests) => {
    const now = clock();
    const latest = new Map<string, ProvisioningRequest>();
    if (noted.size > MAX_REMEMBERED) noted.clear();
    for (const request of requests) {
      if (request.outcome !== 'refused') continue;
      const key = `${request.connection_id} ${request.status}`;
      const note = noted.get(key) ?? { count: 0, lastAt: Number.NEGATIVE_INFINITY };
      note.count += 1;
      noted.set(key, note);
      latest.set(key, request);
    }
    return [...latest].flatMap(([key, request]) => {
      const note = noted.get(key);
      if (note === undefined || !havePassed(EVERY_MS, note.lastAt, now)) return [];
      const { count } = note;
      noted.set(key, { count: 0, lastAt: now });
      return [announcementOf(request, count)];
    });
  };
}

function announcementOf({ team_id, connection_id, at, status }: ProvisioningRequest, count: number): Announcement {
  const connection = { kind: 'connection', id: connection_id, name: '' } as const;
  return {
    ...{ team_id, kind: 'provisioning.refused', at },
    actor: connection,
    subject: connection,
    details: { status, count },
  };
}
