// Looks for workers of a distributed database that do not answer, so that work for the workspaces on other workers
// continues, and an alert can name the affected workspaces.
import type { Logger } from 'pino';
import { selectTeamIds } from '../directory/teams/teams.ts';
import type { Database } from '../storage/database.ts';
import { MAX_NAMED_WORKSPACES } from '../storage/reach.ts';
import { engineVersion } from '../storage/tables/distribution-state.ts';
import { findOutage } from '../storage/tables/worker-outage.ts';
import { type RepeatedWork, repeatWork } from './repeated-work.ts';

const EVERY_MS = 3_000;

/** Looks once the database is prepared, and then every three seconds if it is distributed. */
export function watchWorkers(database: Database, prepared: Promise<void>, logger: Logger): RepeatedWork {
  let isDistributed: boolean | undefined;
  let isPrepared = false;
  void prepared.then(() => {
    isPrepared = true;
  });
  return repeatWork(
    () => EVERY_MS,
    async () => {
      if (!isPrepared || isDistributed === false) return;
      try {
        isDistributed ??= (await engineVersion(database)) !== undefined;
        if (isDistributed) await lookForOutage(database, logger);
      } catch (thrown) {
        logger.debug({ err: thrown }, 'could not check the workers of the database');
      }
    },
  );
}

/** Notes the state for statements about all workspaces. Logs it if it has changed. */
export async function lookForOutage(database: Database, logger: Logger): Promise<void> {
  const before = database.outage?.last()?.workers.join(', ') ?? '';
  const outage = await findOutage(database, () => selectTeamIds(database));
  database.outage?.note(outage);
  const now = outage?.workers.join(', ') ?? '';
  if (now === before) return;
  if (outage === undefined) logger.info('every worker of the database answers again');
  else
    logger.error(
      {
        workers: outage.workers,
        workspaces: outage.unreachable.length,
        first: outage.unreachable.slice(0, MAX_NAMED_WORKSPACES),
      },
      'a worker of the database does not answer: its workspaces cannot be reached',
    );
}
