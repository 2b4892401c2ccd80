// Who answers for a trail, and by when it is to be looked at again: facts of the authors' side, which /v1 never shows.
import type { By } from '../../audit/audit-log.ts';
import { DAY_MS, dayOf } from '../../base/clock.ts';
import { invalid } from '../../base/issue.ts';
import { refuse } from '../../base/refusal.ts';
import { requireSeen, type SeenOf } from '../../base/seen.ts';
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

/** Absent members stay as they are. */
export interface WantedCare {
  /** An active member of the workspace; null: nobody. */
  readonly owner_id?: string | null;
  /** The owner by e-mail address, in any case, in place of `owner_id`. */
  readonly owner_email?: string;
  /** A day, `2027-01-31`; null: no review. */
  readonly review_by?: string | null;
  /** True: the caller has just reviewed the trail. */
  readonly reviewed?: boolean;
  readonly seen?: SeenOf<Pick<CareRow, 'owner_id' | 'review_by'>>;
}

/** Who answers for the trail: named, or else who created it. Refuses with `not-found`. */
export const getCare = async (db: Db, catalogId: string, trailId: string): Promise<CareRow> =>
  (await findCare(db, catalogId, trailId)) ?? noSuchTrail();

/**
 * Changes owner and review; what is so already is no change. Refuses with `not-found`, with `conflict` where they are
 * no longer as the caller has seen them, with `unprocessable` an owner who is no active member, or any in the
 * service-wide catalog but the caller, with `validation` a day that is none.
 */
export async function changeCare(
  tx: Tx,
  catalogId: string,
  trailId: string,
  wanted: WantedCare,
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

/** The account of `owner_email`; undefined where none is given. */
async function namedOwner(tx: Tx, catalogId: string, { owner_email }: WantedCare): Promise<string | undefined> {
  if (owner_email === undefined) return undefined;
  const person = await findGranteeByEmail(tx, catalogId, owner_email);
  if (person === undefined) throw notAMember();
  return person.grantee_id;
}

const notAMember = (): Error =>
  refuse('unprocessable', 'The owner is an active member of the workspace. Choose another person.');

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
    throw invalid('review_by', `This is later than the year ${LAST_YEAR}. Choose an earlier day.`);
  }
  return day;
}

/** The most urgent ones. */
type Waiting = FirstRows<WaitingTrail>;

export interface WaitingTrails {
  /** To be reviewed within two weeks, or overdue. */
  readonly reviews: Waiting;
  /** Another person's approval is asked for. */
  readonly approvals: Waiting;
  /** A scheduled change failed. */
  readonly failed_schedules: Waiting;
  /** The last run of the draft's examples failed. */
  readonly failing_examples: Waiting;
}

const SOON_DAYS = 14;
const SHOWN = 20;

/** The day until which a review is due soon. `now` in milliseconds since the epoch. */
export const soon = (now: number): string => dayOf(now + SOON_DAYS * DAY_MS);

/** What waits for somebody in the catalog. Four queries. */
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

/** Trails to be reviewed within two weeks, or overdue, the earliest first, and how many there are. One query. */
export async function reviewsDue(db: Db, catalogId: string, now: number, most: number) {
  const { total, items } = withTotal(await selectWaiting(db, catalogId, 'review', soon(now), most));
  const due = items.flatMap(({ id, title, review_by }) => (review_by === null ? [] : [{ id, title, review_by }]));
  return { total, items: due };
}
