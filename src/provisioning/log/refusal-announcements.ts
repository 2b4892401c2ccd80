// Refused requests of identity providers as events for other systems: a provider that is refused tries again and again,
// so one event a connection and status each minute tells of all since the last one.
import type { Announcement } from '../../audit/announcement.ts';
import { type Clock, havePassed } from '../../base/clock.ts';
import type { ProvisioningRequest } from './provisioning-request.ts';

const EVERY_MS = 60_000;
const MOST_REMEMBERED = 10_000;

interface Noted {
  count: number;
  lastAt: number;
}

/** Answers what to announce of a batch of requests. What it remembers is this process's own. */
export function refusalAnnouncements(clock: Clock): (requests: readonly ProvisioningRequest[]) => Announcement[] {
  const noted = new Map<string, Noted>();
  return (requests) => {
    const now = clock();
    const latest = new Map<string, ProvisioningRequest>();
    if (noted.size > MOST_REMEMBERED) noted.clear();
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
