// The trails that a workspace uses most, which its company plugin contains.
import { DAY_MS, dayOf } from '../base/clock.ts';
import type { Db } from '../storage/database.ts';
import { monthOf } from './delivery.ts';
import { mostUsedIds } from './delivery-store.ts';

/** Long enough that a quiet week changes nothing. */
const USED_MS = 90 * DAY_MS;

/** Their ids, most used first. The order reveals nothing about trails that fewer than five people used. */
export const mostUsed = (db: Db, teamId: string, now: number): Promise<string[]> =>
  mostUsedIds(db, teamId, dayOf(now - USED_MS), monthOf(now - USED_MS));
