// Fixtures for tests of counts: a service, the delivery log on its database, and live trails.
import { expect } from 'vitest';
import { type DeliveryLog, deliveryLog } from '../../src/insight/delivery-log.ts';
import { keepQuestions } from '../../src/insight/insight.ts';
import { topicReader } from '../../src/insight/topics.ts';
import type { Database } from '../../src/storage/database.ts';
import type { Speaker } from '../support/speaker.ts';
import { BY_TEST } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';
import { readyDocument } from '../trails/catalog.ts';

export interface Counting {
  readonly service: World;
  readonly database: Database;
  /** The failed writes of all logs. */
  readonly failures: unknown[];
  /** A separate log that buffers, at the given time. */
  log(now?: number): DeliveryLog;
  /** Sets whether this workspace stores the texts of questions from now on. */
  keeps(team_id: string, keep: boolean): Promise<void>;
}

/** Logs use the time `now` unless the test gives another one. */
export async function startCounting(now: number): Promise<Counting> {
  const service = await world();
  const { database } = service.app;
  const failures: unknown[] = [];
  return {
    service,
    database,
    failures,
    log: (at = now) =>
      deliveryLog(
        database,
        () => at,
        topicReader(),
        (thrown) => failures.push(thrown),
      ),
    keeps: (team_id, keep) => database.inTransaction((tx) => keepQuestions(tx, team_id, keep, BY_TEST)),
  };
}

/** Returns a fixed account id for each number. */
export const person = (n: number): string => `00000000-0000-7000-8000-0000000000${10 + n}`;

/** Publishes a trail and returns its id. */
export async function live(speaks: Speaker, title: string): Promise<string> {
  const { body } = await speaks.post<{ id: string }>('/v1/trails', { document: readyDocument(title) });
  expect((await speaks.post(`/v1/trails/${body.id}/publish`)).status).toBe(200);
  return body.id;
}
