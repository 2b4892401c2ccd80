// Writes every request into its connection's provisioning log, beside the requests and in batches: nobody waits for it.

import { announce } from '../audit/outbox.ts';
import type { Clock } from '../base/clock.ts';
import { isRefusal } from '../base/refusal.ts';
import { findConnectionTeam } from '../directory/connections.ts';
import type { Database } from '../storage/database.ts';
import { masked } from './masking.ts';
import { type ProvisioningNote, recordProvisioning } from './provisioning-log.ts';
import { type ProvisioningQueue, provisioningQueue } from './provisioning-queue.ts';
import type { ProvisioningRequest } from './provisioning-request.ts';
import { refusalAnnouncements } from './refusal-announcements.ts';

export interface ProvisioningObserver {
  /** Takes note of a request that was answered. */
  observe(note: ProvisioningNote): void;
  /** Writes what is still waiting. */
  flush(): Promise<void>;
}

type OnFailure = (thrown: unknown) => void;

const FLUSH_AFTER_MS = 100;

/** Observes for `database`; `onFailure` is told when a batch could not be written. */
export function provisioningObserver(database: Database, clock: Clock, onFailure: OnFailure): ProvisioningObserver {
  const queue = provisioningQueue();
  const isHeardOften = strangers(clock);
  const refusalsOf = refusalAnnouncements(clock);
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(() => writeAll(database, queue, refusalsOf, onFailure));
    return writing;
  };
  return {
    flush,
    observe(note) {
      if (note.team_id === undefined && isHeardOften(note.connection_id)) return;
      // Masked here and not when it is written: what waits while the database is away must be small.
      queue.push({ ...note, request: masked(note.request, note.resource) });
      timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS).unref();
    },
  };
}

/** Requests without a good token are written down this often, a connection. */
const STRANGER_EVERY_MS = 10_000;
const MOST_STRANGERS = 10_000;

function strangers(clock: Clock): (connectionId: string) => boolean {
  const heard = new Map<string, number>();
  return (connectionId) => {
    const now = clock();
    const last = heard.get(connectionId);
    if (last !== undefined && now - last < STRANGER_EVERY_MS) return true;
    if (heard.size >= MOST_STRANGERS) heard.clear();
    heard.set(connectionId, now);
    return false;
  };
}

async function writeAll(
  database: Database,
  queue: ProvisioningQueue,
  refusalsOf: ReturnType<typeof refusalAnnouncements>,
  onFailure: OnFailure,
): Promise<void> {
  for (let batch = queue.batch(); batch.length > 0; batch = queue.batch()) {
    try {
      const requests = await withTeams(database, batch);
      await recordProvisioning(database, requests);
      await announce(database, refusalsOf(requests));
    } catch (thrown) {
      onFailure(thrown);
      // A database that is away comes back; what it cannot store must not hold up the rest for ever.
      if (isRefusal(thrown, 'not-ready')) return;
    }
    queue.drop(batch.length);
  }
}

/** Refused at the door, a request has no caller: the address tells whose connection it meant. */
async function withTeams(database: Database, entries: readonly ProvisioningNote[]): Promise<ProvisioningRequest[]> {
  const teams = new Map<string, string | undefined>();
  for (const { team_id, connection_id } of entries) {
    if (team_id !== undefined || teams.has(connection_id)) continue;
    teams.set(connection_id, (await findConnectionTeam(database, connection_id))?.team_id);
  }
  return entries.flatMap((entry) => {
    const team_id = entry.team_id ?? teams.get(entry.connection_id);
    return team_id === undefined ? [] : [{ ...entry, team_id }];
  });
}
