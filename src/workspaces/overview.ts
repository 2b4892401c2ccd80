// The Overview of a workspace: urgent tasks and recent statistics. Each part comes from the room that owns it.
// Authors see the trails; the Owner and admins also see people and connections.
import { DAY_MS, dayOf } from '../base/clock.ts';
import { type EndingInTeam, endingInTeam } from '../credentials/ending-in-team.ts';
import { type SeatsOverTime, seatsOverTime } from '../directory/seats/seat-days.ts';
import { useOverTime } from '../insight/insight.ts';
import { MAX_TROUBLES, type SyncOverview, syncOverview } from '../provisioning/log/sync-overview.ts';
import type { Db, Reader } from '../storage/database.ts';
import { type WaitingTrails, waitingTrails } from '../trails/care/care.ts';
import { countByStatus } from '../trails/catalog/list-trails.ts';
import { type ComingChanges, comingChanges } from '../trails/schedules/schedules.ts';

/** Days in the charts, including today. */
export const OVERVIEW_DAYS = 30;

/** The part that authors see: trails. */
export interface TrailsOverview {
  readonly counts: { readonly draft: number; readonly live: number; readonly archived: number };
  readonly waiting: WaitingTrails;
  readonly coming: ComingChanges;
  readonly use: Awaited<ReturnType<typeof useOverTime>>;
}

/** The part that only the Owner and admins see. */
export interface PeopleOverview {
  readonly seats: SeatsOverTime;
  readonly ending: readonly EndingInTeam[];
  readonly sync: SyncOverview;
}

/**
 * The workspace's pending and scheduled trails, and how trails are used. Makes eight queries, none of which reads
 * documents.
 */
export async function trailsOverview(db: Reader, teamId: string, now: number): Promise<TrailsOverview> {
  return {
    counts: await countByStatus(db, teamId, {}),
    waiting: await waitingTrails(db, teamId, now),
    coming: await comingChanges(db, teamId),
    use: await useOverTime(db, teamId, firstDay(now), now),
  };
}

/** People and directory sync. Makes six queries. */
export async function peopleOverview(db: Db, teamId: string, now: number): Promise<PeopleOverview> {
  return {
    seats: await seatsOverTime(db, teamId, firstDay(now), now),
    ending: await endingInTeam(db, teamId, now),
    sync: await syncOverview(db, teamId, firstDay(now), now),
  };
}

/** The first day of the charts. */
export const firstDay = (now: number): string => dayOf(now - (OVERVIEW_DAYS - 1) * DAY_MS);

/**
 * An item on the to-do list, which starts with the most urgent. The console turns it into a sentence with a count and a
 * link.
 */
export interface HandNeeded {
  readonly kind: HandKind;
  /** The id of a connection, key or trail; null if the item is about the workspace or several trails. */
  readonly id: string | null;
  readonly name: string | null;
  readonly count: number;
  /** The timestamp or day that the item refers to. */
  readonly at: string | null;
}

export const HAND_KINDS = [
  'seats-full',
  'people-suspended',
  'connection-closed',
  'connection-paused',
  'requests-refused',
  'writes-without-effect',
  'connection-ending',
  'key-ending',
  'schedules-failed',
  'examples-failing',
  'approvals-waiting',
  'reviews-due',
] as const;
export type HandKind = (typeof HAND_KINDS)[number];

/** Returns the items in the order of HAND_KINDS; empty if everything is fine. Pure. */
export function handsNeeded({ waiting }: TrailsOverview, people: PeopleOverview | null): HandNeeded[] {
  const needed = [...(people === null ? [] : handsOfPeople(people)), ...handsOfTrails(waiting)];
  return needed.sort((one, other) => HAND_KINDS.indexOf(one.kind) - HAND_KINDS.indexOf(other.kind));
}

function handsOfPeople({ seats, ending, sync }: PeopleOverview): HandNeeded[] {
  const needed: HandNeeded[] = [];
  const isFull = seats.limit !== null && seats.used >= seats.limit;
  if (isFull) needed.push({ kind: 'seats-full', id: null, name: null, count: seats.used, at: null });
  for (const { id, name, suspended, paused, troubles, repeated, enabled } of sync.connections) {
    if (suspended > 0) needed.push({ kind: 'people-suspended', id, name, count: suspended, at: null });
    if (!enabled) continue;
    if (paused) needed.push({ kind: 'connection-paused', id, name, count: 1, at: null });
    if (troubles > 0)
      needed.push({ kind: 'requests-refused', id, name, count: Math.min(troubles, MAX_TROUBLES), at: null });
    if (repeated > 0)
      needed.push({ kind: 'writes-without-effect', id, name, count: Math.min(repeated, MAX_TROUBLES), at: null });
  }
  for (const { kind, id, name, expires_at: at, has_ended } of ending)
    needed.push({
      kind: kind === 'api_key' ? 'key-ending' : has_ended ? 'connection-closed' : 'connection-ending',
      ...{ id, name, count: 1, at },
    });
  return needed;
}

const TRAIL_HANDS = [
  ['failed_schedules', 'schedules-failed'],
  ['failing_examples', 'examples-failing'],
  ['approvals', 'approvals-waiting'],
  ['reviews', 'reviews-due'],
] as const;

const handsOfTrails = (waiting: WaitingTrails): HandNeeded[] =>
  TRAIL_HANDS.flatMap(([list, kind]) => {
    const { total, items } = waiting[list];
    const [first] = items;
    if (first === undefined) return [];
    const isOne = total === 1;
    return [{ kind, id: isOne ? first.id : null, name: first.title, count: total, at: first.review_by }];
  });
