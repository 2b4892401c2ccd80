// Writes every request to its connection's provisioning log, in the background and in batches.

import { announce } from '../../audit/outbox.ts';
import { type Clock, havePassed } from '../../base/clock.ts';
import { newId } from '../../base/id.ts';
import { isRefusal } from '../../base/refusal.ts';
import { findConnectionTeam } from '../../directory/connections/connections.ts';
import type { Database } from '../../storage/database.ts';
import { masked, sentContent } from '../masking.ts';
import { type Numbered, type ProvisioningNote, recordProvisioning } from './provisioning-log.ts';
import { type ProvisioningQueue, provisioningQueue } from './provisioning-queue.ts';
import type { ProvisioningRequest } from './provisioning-request.ts';
import { refusalAnnouncements } from './refusal-announcements.ts';

export interface ProvisioningObserver {
  /** Records a request after its response was sent. */
  observe(note: ProvisioningNote): void;
  /** Writes everything in the queue. */
  flush(): Promise<void>;
}

type OnFailure = (thrown: unknown) => void;

type Waiting = Numbered<ProvisioningNote>;

const FLUSH_AFTER_MS = 100;
/** The delay after the database was unavailable. */
const AGAIN_AFTER_MS = 5_000;

/** Writes to `database`. `onFailure` receives entries that could not be stored. */
export function provisioningObserver(database: Database, clock: Clock, onFailure: OnFailure): ProvisioningObserver {
  const queue = provisioningQueue<Waiting>();
  const isHeardOften = strangers(clock);
  const refusalsOf = refusalAnnouncements(clock);
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const later = (waitMs: number): void => {
    timer ??= setTimeout(() => void flush(), waitMs).unref();
  };
  const write = async (): Promise<void> => {
    if (!(await writeAll(database, queue, refusalsOf, onFailure))) later(AGAIN_AFTER_MS);
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  };
  return {
    flush,
    observe(note) {
      if (note.team_id === undefined && isHeardOften(note.connection_id)) return;
      // Masks the request immediately, because entries that wait while the database is down must be small.
      const request = masked(note.request, note.resource);
      queue.push({ ...note, entry_id: newId(), request, sent: note.keeps_content ? sentContent(note.request) : null });
      later(FLUSH_AFTER_MS);
    },
  };
}

/** Requests without a valid token are logged at most this often per connection. */
const STRANGER_EVERY_MS = 10_000;
const MAX_STRANGERS = 10_000;

function strangers(clock: Clock): (connectionId: string) => boolean {
  const heard = new Map<string, number>();
  return (connectionId) => {
    const now = clock();
    const last = heard.get(connectionId);
    if (last !== undefined && !havePassed(STRANGER_EVERY_MS, last, now)) return true;
    if (heard.size >= MAX_STRANGERS) heard.clear();
    heard.set(connectionId, now);
    return false;
  };
}

/** Writes until the queue is empty. Returns false if the database is unavailable, and keeps the rest. */
async function writeAll(
  database: Database,
  queue: ProvisioningQueue<Waiting>,
  refusalsOf: ReturnType<typeof refusalAnnouncements>,
  onFailure: OnFailure,
): Promise<boolean> {
  const write = async (batch: readonly Waiting[]): Promise<void> => {
    const requests = await withTeams(database, batch);
    await recordProvisioning(database, requests);
    queue.drop(batch.length);
    await announce(database, refusalsOf(requests)).catch(onFailure);
  };
  const writeAlone = (note: Waiting): Promise<void> =>
    write([note]).catch((thrown: unknown) => {
      throwIfAway(thrown);
      onFailure(thrown);
      queue.drop(1);
    });
  const writeBatch = (batch: readonly Waiting[]): Promise<void> =>
    write(batch).catch(async (thrown: unknown) => {
      throwIfAway(thrown);
      // An entry that cannot be stored must neither block the others nor be lost with them.
      for (const note of batch) await writeAlone(note);
    });
  try {
    for (let batch = queue.batch(); batch.length > 0; batch = queue.batch()) await writeBatch(batch);
    return true;
  } catch (thrown) {
    onFailure(thrown);
    return false;
  }
}

/** Keep everything while the database is unavailable, because it will come back. */
function throwIfAway(thrown: unknown): void {
  if (isRefusal(thrown, 'not-ready')) throw thrown;
}

/** A request refused for its credentials has no caller, so its URL determines the connection. */
async function withTeams(database: Database, entries: readonly Waiting[]): Promise<Numbered<ProvisioningRequest>[]> {
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
