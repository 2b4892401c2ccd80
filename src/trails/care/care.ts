// A trail's owner and review date, which are only for authors and never appear in /v1.

import type { By } from '../../audit/audit-log.ts';
import { DAY_MS, dayOf } from '../../base/clock.ts';
import { invalid } from '../../base/issue.ts';
import { refuse } from '../../base/refusal.ts';
import { requireSeen, type SeenOf } from '../../base/seen.ts';
import { t } from '../../base/texts/t.ts';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { type FirstRows, withTotal } from '../first-rows.ts';
import { findGranteeByEmail } from '../readers/grant-store.ts';
import { recordTrail } from '../trail-audit-event.ts';
import { getLockedTrail, noSuchTrail } from '../trails.ts';
import {
  type CareRow,
  findCare,
  isActiveMember,
  selectWaiting,
  upsertCare,
  type WaitingTrail,
  type WaitsFor,
} from './care-store.ts';

/** Absent members stay unchanged. */
export interface CareChange {
  /** An active member of the workspace; null for no owner. */
  readonly owner_id?: string | null;
  /** The owner's email address in any case, instead of `owner_id`. */
  readonly owner_email?: string;
  /** A day, `2027-01-31`; null for no review. */
  readonly review_by?: string | null;
  /** True if the caller has just reviewed the trail. */
  readonly reviewed?: boolean;
  readonly seen?: SeenOf<Pick<CareRow, 'owner_id' | 'review_by'>>;
}

/** The trail's owner (as assigned, or else its creator) and review date. Fails with `not-found`. */
export const getCare = async (db: Db, catalogId: string, trailId: string): Promise<CareRow> =>
  (await findCare(db, catalogId, trailId)) ?? noSuchTrail();

/**
 * Changes the owner and the review date. Setting the current values is not a change. Fails with `not-found`; with
 * `conflict` if they differ from what the caller saw; with `unprocessable` if the owner is not an active member or, in
 * the service-wide catalog, not the caller; and with `validation` for an invalid day.
 */
export async function changeCare(
  tx: Tx,
  catalogId: string,
  trailId: string,
  wanted: CareChange,
  by: By,
): Promise<CareRow> {
  const trail = await getLockedTrail(tx, catalogId, trailId);
  const before = await getCare(tx, catalogId, trailId);
  requireSeen(wanted.seen, { owner_id: before.owner_id, review_by: before.review_by });
  const owner_id =
    (await namedOwner(tx, catalogId, wanted)) ?? (wanted.owner_id === undefined ? before.owner_id : wanted.owner_id);
  const review_by = wanted.review_by === undefined ? before.review_by : checkedDay(wanted.review_by);
  if (owner_id !== before.owner_id && owner_id !== null) await requireOwner(tx, catalogId, owner_id, by);
  const isSame = owner_id === before.owner_id && review_by === before.review_by;
  if (isSame && wanted.reviewed !== true) return before;
  const reviewed_by = wanted.reviewed === true ? by.account_id : null;
  await upsertCare(tx, catalogId, trailId, { owner_id, review_by, reviewed_by });
  await recordTrail(tx, catalogId, trail, wanted.reviewed === true ? 'trail.reviewed' : 'trail.care_changed', by, {
    before: { owner_id: before.owner_id, review_by: before.review_by },
    after: { owner_id, review_by },
  });
  return getCare(tx, catalogId, trailId);
}

/** The account of `owner_email`; undefined if it is absent. */
async function namedOwner(tx: Tx, catalogId: string, { owner_email }: CareChange): Promise<string | undefined> {
  if (owner_email === undefined) return undefined;
  const person = await findGranteeByEmail(tx, catalogId, owner_email);
  if (person === undefined) throw notAMember();
  return person.grantee_id;
}

const notAMember = (): Error =>
  refuse('unprocessable', 'The owner must be an active member of the workspace. Choose another person.');

async function requireOwner(tx: Tx, catalogId: string, accountId: string, by: By): Promise<void> {
  const isFit =
    catalogId === SVC_CATALOG_ID ? accountId === by.account_id : await isActiveMember(tx, catalogId, accountId);
  if (!isFit) throw notAMember();
}

const LAST_YEAR = 2100;

function checkedDay(day: string | null): string | null {
  if (day === null) return null;
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || dayOf(at.getTime()) !== day) {
    throw invalid('review_by', 'Not a day such as 2027-01-31.');
  }
  if (at.getUTCFullYear() > LAST_YEAR) {
    throw invalid(
      'review_by',
      t('This is later than the year {year}. Choose an earlier day.', { year: String(LAST_YEAR) }),
    );
  }
  return day;
}

/** How many of the most urgent trails to list. */
type Waiting = FirstRows<WaitingTrail>;

export interface WaitingTrails {
  /** Trails with a review that is overdue or due within two weeks. */
  readonly reviews: Waiting;
  /** Trails with a request for another person's approval. */
  readonly approvals: Waiting;
  /** Trails with a failed scheduled change. */
  readonly failed_schedules: Waiting;
  /** Trails with failures in the last run of the draft's examples. */
  readonly failing_examples: Waiting;
}

const SOON_DAYS = 14;
const SHOWN = 20;

/** The last day on which a review counts as due soon. `now` is in milliseconds since the epoch. */
export const soon = (now: number): string => dayOf(now + SOON_DAYS * DAY_MS);

/** The catalog's trails that need attention. Makes four queries. */
export async function waitingTrails(db: Db, catalogId: string, now: number): Promise<WaitingTrails> {
  const waiting = async (waits: WaitsFor): Promise<Waiting> =>
    withTotal(await selectWaiting(db, catalogId, waits, soon(now), SHOWN));
  return {
    reviews: await waiting('review'),
    approvals: await waiting('approval'),
    failed_schedules: await waiting('schedule'),
    failing_examples: await waiting('examples'),
  };
}

/** Trails whose review is overdue or due within two weeks, earliest first, and their total. Makes one query. */
export async function reviewsDue(db: Db, catalogId: string, now: number, most: number) {
  const { total, items } = withTotal(await selectWaiting(db, catalogId, 'review', soon(now), most));
  const due = items.flatMap(({ id, title, review_by }) => (review_by === null ? [] : [{ id, title, review_by }]));
  return { total, items: due };
}
