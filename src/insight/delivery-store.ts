// SQL for deliveries and unanswered questions: written in batches, read as aggregates.
import { FEWEST_PEOPLE } from '../base/fewest-people.ts';
import type { Db, Tx } from '../storage/database.ts';
import { limitOf } from '../storage/limit.ts';
import { type Sql, sql, trusted } from '../storage/sql.ts';
import { firstOver } from '../storage/sweep-limit.ts';

/** Unwritten deliveries of one trail, version, shape and day. */
export interface DeliveryCount {
  readonly team_id: string;
  readonly trail_id: string;
  readonly version: number;
  readonly shape: string;
  readonly day: string;
  deliveries: number;
}

export interface PeopleMarks {
  readonly team_id: string;
  readonly subject: string;
  readonly month: string;
  readonly marks: Set<string>;
}

/** Maximum stored question texts per topic and month. */
export const MAX_SAMPLES = 20;

/** The questions about one topic in one month, with the latest texts. */
export interface QuestionCount extends PeopleMarks {
  questions: number;
  readonly texts: readonly string[];
}

/** A literal, because a distributed engine cannot infer the type of a parameter that is used only in "on conflict". */
const MANY: Sql = trusted(String(FEWEST_PEOPLE));

/**
 * Adds the counts of a workspace. Every statement in this file processes rows in key order, which prevents deadlocks.
 */
export const addDeliveries = (tx: Tx, teamId: string, counts: readonly DeliveryCount[]): Promise<object[]> =>
  tx.rows(sql`
    insert into trail_deliveries (team_id, trail_id, version, shape, day, deliveries)
    select ${teamId}::uuid, n.trail_id, n.version, n.shape, n.day, n.deliveries
    from unnest(${counts.map((one) => one.trail_id)}::uuid[], ${counts.map((one) => one.version)}::integer[],
        ${counts.map((one) => one.shape)}::text[], ${counts.map((one) => one.day)}::date[],
        ${counts.map((one) => one.deliveries)}::bigint[])
      as n(trail_id, version, shape, day, deliveries)
    order by n.trail_id, n.version, n.shape, n.day
    on conflict (team_id, trail_id, version, shape, day)
      do update set deliveries = trail_deliveries.deliveries + excluded.deliveries`);

/** Adds marks for people who used trails. Once there are five people, only the number is kept. */
export const addReach = (tx: Tx, teamId: string, reach: readonly PeopleMarks[]): Promise<object[]> =>
  tx.rows(sql`
    insert into trail_reach as r (team_id, trail_id, month, people, marks)
    select ${teamId}::uuid, n.subject, n.month, n.people, n.marks
    from jsonb_to_recordset(${JSON.stringify(reach.map(withFewest))}::text::jsonb) as n (
      subject uuid, month date, people integer, marks text[])
    order by n.subject, n.month
    on conflict (team_id, trail_id, month) do update set ${together(trusted('r'))} where r.people < ${MANY}`);

/** Adds questions by topic. Keeps the latest 20 texts. */
export const addQuestions = (tx: Tx, teamId: string, questions: readonly QuestionCount[]): Promise<object[]> =>
  tx.rows(sql`
    insert into unanswered_questions as q (team_id, topic, month, questions, people, marks, samples)
    select ${teamId}::uuid, n.subject, n.month, n.questions, n.people, n.marks, n.texts
    from jsonb_to_recordset(${JSON.stringify(questions.map(withFewest))}::text::jsonb) as n (
      subject text, month date, questions bigint, people integer, marks text[], texts text[])
    order by n.subject, n.month
    on conflict (team_id, topic, month) do update set questions = q.questions + excluded.questions,
      last_asked_at = excluded.last_asked_at,
      samples = array(
        select one from (
          select one, n from unnest(q.samples || excluded.samples) with ordinality as all_samples (one, n)
          order by n desc ${limitOf(MAX_SAMPLES)}) latest
        order by n),
      ${together(trusted('q'))}`);

/** True if the workspace keeps question texts; then the setting is locked until the transaction ends. */
export async function holdKeeping(tx: Tx, teamId: string): Promise<boolean> {
  const row = await tx.row(sql`
    select 1 as held from insight_settings where team_id = ${teamId} and keep_questions for share`);
  return row !== undefined;
}

/** The row with the number of people (up to the minimum), and their marks until the minimum is reached. */
function withFewest<Row extends PeopleMarks>({ marks, ...row }: Row) {
  const people = Math.min(marks.size, FEWEST_PEOPLE);
  return { ...row, people, marks: people < FEWEST_PEOPLE ? [...marks] : [] };
}

/** Combines the people and marks of an existing row with those of a new one. */
const together = (there: Sql): Sql => sql`(people, marks) = (
  select least(greatest(count(*), ${there}.people, excluded.people), ${MANY})::integer,
    case when greatest(count(*), ${there}.people, excluded.people) >= ${MANY} then '{}'::text[] else array_agg(mark) end
  from (select unnest(${there}.marks) as mark union select unnest(excluded.marks)) as people)`;

/** A trail's deliveries since `from` for all versions and shapes, and whether enough people used it. */
export interface TrailUse {
  readonly trail_id: string;
  readonly deliveries: number;
  readonly enough_people: boolean;
}

/** All trails that the workspace has used since that day. */
export const usedTrails = (db: Db, teamId: string, from: string, reachFrom: string): Promise<TrailUse[]> =>
  db.rows<TrailUse>(sql`
    select d.trail_id, sum(d.deliveries)::bigint as deliveries, exists (
        select 1 from trail_reach r where r.team_id = ${teamId} and r.trail_id = d.trail_id
          and r.month >= ${reachFrom}::date and r.people >= ${FEWEST_PEOPLE}::integer) as enough_people
    from trail_deliveries d
    where d.team_id = ${teamId} and d.day >= ${from}::date
    group by d.trail_id`);

/**
 * Ids of the trails that the workspace has used most since that day, most used first, not counting downloads. Only
 * trails that enough people used.
 */
export async function mostUsedIds(db: Db, teamId: string, from: string, reachFrom: string): Promise<string[]> {
  const rows = await db.rows<{ trail_id: string }>(sql`
    select d.trail_id from trail_deliveries d
    where d.team_id = ${teamId} and d.day >= ${from}::date and d.shape <> 'zip' and d.trail_id in (
      select r.trail_id from trail_reach r
      where r.team_id = ${teamId} and r.month >= ${reachFrom}::date and r.people >= ${FEWEST_PEOPLE}::integer)
    group by d.trail_id order by sum(d.deliveries) desc, d.trail_id`);
  return rows.map(({ trail_id }) => trail_id);
}

/** Ids of the trails that the workspace has used since that day. */
export async function usedTrailIds(db: Db, teamId: string, from: string): Promise<string[]> {
  const rows = await db.rows<{ trail_id: string }>(sql`
    select distinct trail_id from trail_deliveries where team_id = ${teamId} and day >= ${from}::date`);
  return rows.map(({ trail_id }) => trail_id);
}

/** Deliveries on one day in one shape. */
export interface DeliveryDay {
  readonly day: string;
  readonly shape: string;
  readonly deliveries: number;
}

/** Deliveries of one trail per day and shape since that day. */
export const deliveriesByDay = (db: Db, teamId: string, trailId: string, from: string): Promise<DeliveryDay[]> =>
  db.rows(sql`
    select to_char(day, 'YYYY-MM-DD') as day, shape, sum(deliveries)::bigint as deliveries from trail_deliveries
    where team_id = ${teamId} and trail_id = ${trailId} and day >= ${from}::date
    group by day, shape order by day, shape`);

/** Deliveries of the whole workspace per day and shape since that day, for trails that enough people used. */
export const teamDeliveriesByDay = (db: Db, teamId: string, from: string, reachFrom: string): Promise<DeliveryDay[]> =>
  db.rows(sql`
    select to_char(d.day, 'YYYY-MM-DD') as day, d.shape, sum(d.deliveries)::bigint as deliveries
    from trail_deliveries d
    where d.team_id = ${teamId} and d.day >= ${from}::date and d.trail_id in (
      select r.trail_id from trail_reach r
      where r.team_id = ${teamId} and r.month >= ${reachFrom}::date and r.people >= ${FEWEST_PEOPLE}::integer)
    group by d.day, d.shape order by d.day, d.shape`);

/** A topic of unanswered questions. */
export interface TopicRow {
  readonly topic: string;
  readonly questions: number;
  readonly samples: string[];
}

/**
 * Topics that enough people have asked about since that month, most frequent first. Texts come only from months in
 * which enough people asked.
 */
export const unansweredTopics = (db: Db, teamId: string, fromMonth: string): Promise<TopicRow[]> =>
  db.rows<TopicRow>(sql`
    select q.topic, sum(q.questions)::bigint as questions, (
        select s.samples from unanswered_questions s
        where s.team_id = ${teamId} and s.topic = q.topic and s.people >= ${FEWEST_PEOPLE}::integer
        order by s.month desc limit 1) as samples
    from unanswered_questions q
    where q.team_id = ${teamId} and q.month >= ${fromMonth}::date
    group by q.topic having max(q.people) >= ${FEWEST_PEOPLE}::integer
    order by sum(q.questions) desc, q.topic limit 50`);

export async function findKeepQuestions(db: Db, teamId: string): Promise<boolean> {
  const row = await db.row<{ keep_questions: boolean }>(sql`
    select keep_questions from insight_settings where team_id = ${teamId}`);
  return row?.keep_questions ?? false;
}

/** Turns keeping texts on or off. Turning it off deletes stored texts immediately. Returns whether anything changed. */
export async function setKeepQuestions(tx: Tx, teamId: string, keep: boolean): Promise<boolean> {
  if (keep) {
    const rows = await tx.rows(sql`
      insert into insight_settings as s (team_id, keep_questions) values (${teamId}, true)
      on conflict (team_id) do update set keep_questions = true where not s.keep_questions returning 1 as changed`);
    return rows.length > 0;
  }
  const rows = await tx.rows(sql`
    update insight_settings set keep_questions = false where team_id = ${teamId} and keep_questions
    returning 1 as changed`);
  await tx.rows(sql`update unanswered_questions set samples = '{}' where team_id = ${teamId}`);
  return rows.length > 0;
}

/** Deletes older days and months. Returns the number of rows deleted. */
export async function sweepDeliveriesBefore(db: Db, day: string): Promise<number> {
  const rows = await db.rows(sql`
    with days as (
      delete from trail_deliveries where ${firstOver(
        db,
        sql`trail_deliveries`,
        ['day', 'team_id', 'trail_id', 'version', 'shape'],
        sql`day < ${day}::date`,
      )} returning 1
    ), reach as (
      delete from trail_reach
      where ${firstOver(db, sql`trail_reach`, ['month', 'team_id', 'trail_id'], sql`month < ${day}::date`)}
      returning 1
    ), topics as (
      delete from unanswered_questions
      where ${firstOver(db, sql`unanswered_questions`, ['month', 'team_id', 'topic'], sql`month < ${day}::date`)}
      returning 1
    )
    select 1 from days union all select 1 from reach union all select 1 from topics`);
  return rows.length;
}
