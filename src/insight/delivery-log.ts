// Counts deliveries in the background: keeps them in memory for at most a second, then adds them to the rows of the
// day. A crash loses at most that second. A delivery never waits for the count and never fails because of it.

import { type Clock, dayOf } from '../base/clock.ts';
import { excerpt } from '../base/excerpt.ts';
import { FEWEST_PEOPLE } from '../base/fewest-people.ts';
import { doEach } from '../base/slices.ts';
import { existingTeams, holdTeam } from '../directory/teams/teams.ts';
import type { Database, Tx } from '../storage/database.ts';
import { type Delivery, markOf, monthOf, type UnansweredQuestion } from './delivery.ts';
import {
  addDeliveries,
  addQuestions,
  addReach,
  type DeliveryCount,
  holdKeeping,
  MAX_SAMPLES,
  type PeopleMarks,
  type QuestionCount,
} from './delivery-store.ts';
import type { TopicsOf } from './topics.ts';

export interface DeliveryLog {
  delivered(delivery: Delivery): void;
  unanswered(question: UnansweredQuestion): void;
  /** Writes everything that is pending. Never rejects. */
  flush(): Promise<void>;
}

const FLUSH_MS = 1_000;
/** Maximum pending rows. Further ones are dropped until the database responds again. */
const MAX_PENDING = 20_000;
const MAX_SAMPLE_LENGTH = 500;

interface Waiting {
  readonly counts: Map<string, DeliveryCount>;
  readonly reach: Map<string, PeopleMarks>;
  readonly questions: Map<string, QuestionCount & { readonly texts: string[] }>;
}

/** `failed` receives a batch that could not be written and is lost. */
export function deliveryLog(
  database: Database,
  clock: Clock,
  topicsOf: TopicsOf,
  failed: (thrown: unknown) => void,
): DeliveryLog {
  let waiting = nothingWaiting();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  // Take the batch only when it is written, so that entries arriving during an earlier write count toward the limit.
  const writeWaiting = async (): Promise<void> => {
    const batch = waiting;
    if (batch.counts.size + batch.questions.size === 0) return;
    waiting = nothingWaiting();
    await write(database, batch).catch(failed);
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(writeWaiting);
    return writing;
  };
  const later = (): void => {
    timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
  };
  return {
    flush,
    delivered(delivery) {
      if (waiting.counts.size >= MAX_PENDING) return;
      noteDelivery(waiting, delivery, clock());
      later();
    },
    unanswered(question) {
      if (waiting.questions.size >= MAX_PENDING) return;
      noteQuestion(waiting, question, topicsOf(question.text), monthOf(clock()));
      later();
    },
  };
}

function noteDelivery(
  { counts, reach }: Waiting,
  { team_id, account_id, trail_id, version, shape }: Delivery,
  now: number,
): void {
  const day = dayOf(now);
  const count = entryOf(counts, `${team_id}/${trail_id}/${version}/${shape}/${day}`, () => ({
    ...{ team_id, trail_id, version, shape, day },
    deliveries: 0,
  }));
  count.deliveries += 1;
  if (account_id === null) return;
  const month = monthOf(now);
  const people = entryOf(reach, `${team_id}/${trail_id}/${month}`, () => ({
    ...{ team_id, subject: trail_id, month },
    marks: new Set<string>(),
  }));
  markPerson(people, account_id);
}

function noteQuestion(
  { questions }: Waiting,
  { team_id, account_id, text }: UnansweredQuestion,
  topics: readonly string[],
  month: string,
): void {
  for (const subject of topics) {
    const count = entryOf(questions, `${team_id}/${subject}/${month}`, () => ({
      ...{ team_id, subject, month },
      ...{ marks: new Set<string>(), questions: 0, texts: [] as string[] },
    }));
    count.questions += 1;
    markPerson(count, account_id);
    count.texts.push(excerpt(text, MAX_SAMPLE_LENGTH));
    if (count.texts.length > MAX_SAMPLES) count.texts.shift();
  }
}

const nothingWaiting = (): Waiting => ({ counts: new Map(), reach: new Map(), questions: new Map() });

function entryOf<Entry>(entries: Map<string, Entry>, key: string, fresh: () => Entry): Entry {
  const entry = entries.get(key) ?? fresh();
  entries.set(key, entry);
  return entry;
}

/** Once there are enough people, their marks are no longer needed. */
function markPerson({ subject, month, marks }: PeopleMarks, accountId: string): void {
  if (marks.size < FEWEST_PEOPLE) marks.add(markOf(accountId, subject, month));
}

/**
 * Writes each workspace separately, so that an unavailable database node affects only the workspaces stored on it.
 * Skips workspaces that have been deleted.
 */
async function write(database: Database, { counts, reach, questions }: Waiting): Promise<void> {
  const [counted, reached, asked] = [byTeam(counts), byTeam(reach), byTeam(questions)];
  const teamIds = [...new Set([...counted.keys(), ...asked.keys()])];
  const there = await database.inTransaction((tx) => existingTeams(tx, teamIds));
  await doEach(there, (teamId) =>
    database.inTransaction(async (tx) => {
      if (!(await holdTeam(tx, teamId))) return;
      const [deliveries, people, topics] = [counted.get(teamId), reached.get(teamId), asked.get(teamId)];
      if (deliveries !== undefined) await addDeliveries(tx, teamId, deliveries);
      if (people !== undefined) await addReach(tx, teamId, people);
      if (topics !== undefined) await addQuestions(tx, teamId, await withKeptTexts(tx, teamId, topics));
    }),
  );
}

function byTeam<Row extends { readonly team_id: string }>(rows: ReadonlyMap<string, Row>): Map<string, Row[]> {
  const teams = new Map<string, Row[]>();
  for (const row of rows.values()) entryOf(teams, row.team_id, () => []).push(row);
  return teams;
}

/** Adds question texts only if the workspace keeps them. */
async function withKeptTexts(tx: Tx, teamId: string, asked: QuestionCount[]): Promise<QuestionCount[]> {
  return (await holdKeeping(tx, teamId)) ? asked : asked.map((one) => ({ ...one, texts: [] }));
}
