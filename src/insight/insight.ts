// Usage figures for authors. They are shown only for groups of five or more people, never for individuals (Decision
// 70).

import { type By, recordChange } from '../audit/audit-log.ts';
import { DAY_MS, dayOf } from '../base/clock.ts';
import { FEWEST_PEOPLE } from '../base/fewest-people.ts';
import type { Db, Tx } from '../storage/database.ts';
import { type FeedbackTotals, feedbackTotals } from '../trails/readers/feedback.ts';
import { isSharedWith, listLiveTitles } from '../trails/readers/visible-trails.ts';
import { noSuchTrail, trailExists } from '../trails/trails.ts';
import { monthOf } from './delivery.ts';
import {
  deliveriesByDay,
  findKeepQuestions,
  setKeepQuestions,
  sweepDeliveriesBefore,
  type TopicRow,
  type TrailUse,
  teamDeliveriesByDay,
  unansweredTopics,
  usedTrails,
} from './delivery-store.ts';

const INSIGHT_DAYS = 7;
const KEPT_MS = 396 * DAY_MS;
const INSIGHT_MONTHS_MS = 31 * DAY_MS;

/** A trail's figures. Each is null if it covers fewer than five people. */
export interface TrailInsight {
  readonly id: string;
  readonly title: string;
  readonly deliveries: number | null;
  readonly helpful_rate: number | null;
}

export interface Insight {
  readonly days: number;
  readonly keep_questions: boolean;
  readonly used: readonly TrailInsight[];
  readonly never_used: readonly { readonly id: string; readonly title: string }[];
  readonly unanswered: readonly TopicRow[];
}

/** The workspace's figures: used trails, unused trails, and unanswered questions. */
export async function readInsight(db: Db, teamId: string, now: number): Promise<Insight> {
  const uses = new Map((await usesSince(db, teamId, now)).map((use) => [use.trail_id, use]));
  const votes = new Map((await feedbackTotals(db, teamId)).map((one) => [one.trail_id, one]));
  const live = await listLiveTitles(db, teamId);
  return {
    days: INSIGHT_DAYS,
    keep_questions: await findKeepQuestions(db, teamId),
    used: live
      .filter(({ trail_id }) => uses.has(trail_id))
      .map(({ trail_id, title }) => ({ id: trail_id, title, ...figures(uses.get(trail_id), votes.get(trail_id)) }))
      .sort((one, other) => (other.deliveries ?? 0) - (one.deliveries ?? 0)),
    never_used: live.filter(({ trail_id }) => !uses.has(trail_id)).map(({ trail_id: id, title }) => ({ id, title })),
    unanswered: await unansweredTopics(db, teamId, monthOf(now - INSIGHT_MONTHS_MS)),
  };
}

/**
 * The figures for one of the workspace's trails or a visible service-wide trail. Includes daily deliveries if enough
 * people used it. Fails with `not-found`.
 */
export async function readTrailInsight(db: Db, teamId: string, trailId: string, now: number) {
  const isOwn = await trailExists(db, teamId, trailId);
  if (!isOwn && !(await isSharedWith(db, teamId, trailId))) noSuchTrail();
  const use = (await usesSince(db, teamId, now)).find(({ trail_id }) => trail_id === trailId);
  const votes = (await feedbackTotals(db, teamId)).find(({ trail_id }) => trail_id === trailId);
  const by_day = use?.enough_people === true ? await deliveriesByDay(db, teamId, trailId, firstDay(now)) : [];
  return { days: INSIGHT_DAYS, ...figures(use, votes), by_day };
}

/** Daily deliveries since that day for trails that five or more people used, and the unanswered topics. */
export const useOverTime = async (db: Db, teamId: string, from: string, now: number) => ({
  by_day: await teamDeliveriesByDay(db, teamId, from, monthOf(now - INSIGHT_MONTHS_MS)),
  unanswered: (await unansweredTopics(db, teamId, monthOf(now - INSIGHT_MONTHS_MS))).map(({ topic, questions }) => ({
    topic,
    questions,
  })),
});

/** Turns keeping question texts on or off. Audited as `insight.keeping_changed`. */
export async function keepQuestions(tx: Tx, teamId: string, keep: boolean, by: By): Promise<void> {
  if (!(await setKeepQuestions(tx, teamId, keep))) return;
  const subject = { kind: 'insight', id: teamId, name: 'questions without a trail' };
  const difference = { before: { keep_questions: !keep }, after: { keep_questions: keep } };
  await recordChange(tx, teamId, 'insight.keeping_changed', subject, by, difference);
}

/** Deletes counts older than 13 months. Returns the number of rows deleted. */
export const sweepDeliveries = (db: Db, now: number): Promise<number> =>
  sweepDeliveriesBefore(db, dayOf(now - KEPT_MS));

const usesSince = (db: Db, teamId: string, now: number): Promise<TrailUse[]> =>
  usedTrails(db, teamId, firstDay(now), monthOf(now - INSIGHT_MONTHS_MS));

const firstDay = (now: number): string => dayOf(now - (INSIGHT_DAYS - 1) * DAY_MS);

const figures = (use: TrailUse | undefined, votes: FeedbackTotals | undefined) => ({
  deliveries: use?.enough_people === true ? use.deliveries : null,
  helpful_rate:
    votes === undefined || votes.helpful + votes.not_helpful < FEWEST_PEOPLE
      ? null
      : votes.helpful / (votes.helpful + votes.not_helpful),
});
