// Checks the database every second. This logs changes immediately instead of with the first affected request, and finds
// silent connections before a request uses one.
import type { Logger } from 'pino';
import type { Database, StorageHealth } from '../storage/database.ts';

const EVERY_MS = 1_000;

export interface HealthWatch {
  /** The result of the last check; undefined before the first. */
  last(): StorageHealth | undefined;
  stop(): void;
}

/** `onLook` receives each result before any other code sees it. */
export function watchHealth(
  database: Database,
  logger: Logger,
  onLook: (health: StorageHealth) => void = () => undefined,
): HealthWatch {
  let last: StorageHealth | undefined;
  /** The last known value, because the database cannot report it while it is unavailable. */
  let takesChanges = true;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    const health = await database.health().catch(() => undefined);
    if (isStopped) return;
    if (health !== undefined) {
      onLook(health);
      report(last?.reached ?? true, takesChanges, health, logger);
      last = health;
      if (health.reached) takesChanges = health.writable;
    }
    timer = setTimeout(() => void look(), EVERY_MS).unref();
  };
  // Check immediately. If the first connection were opened later, a database that falls silent in the first second
  // would go unnoticed.
  timer = setTimeout(() => void look(), 0).unref();
  return {
    last: () => last,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

function report(
  wasReached: boolean,
  tookChanges: boolean,
  { reached, writable, failure }: StorageHealth,
  logger: Logger,
): void {
  if (wasReached && !reached) logger.error({ failure }, 'the database does not answer');
  if (!wasReached && reached) logger.info('the database answers again');
  if (!reached) return;
  if (tookChanges && !writable) logger.error('the database takes no changes: it is a standby, or set to read only');
  if (!tookChanges && writable) logger.info('the database takes changes again');
}
