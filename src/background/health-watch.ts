// Looks at the database every second while the service runs: a change is a line of the log at once, not with the first
// request that meets it, and connections that have fallen silent are found before a request is given one.
import type { Logger } from 'pino';
import type { Database, StorageHealth } from '../storage/database.ts';

const EVERY_MS = 1_000;

export interface HealthWatch {
  /** What the last look found; undefined before the first. */
  last(): StorageHealth | undefined;
  stop(): void;
}

/** `onLook` gets what each look found, before anybody else does. */
export function watchHealth(
  database: Database,
  logger: Logger,
  onLook: (health: StorageHealth) => void = () => undefined,
): HealthWatch {
  let last: StorageHealth | undefined;
  /** As it was when the database answered last: one that is away tells nothing of it. */
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
  // At once: what falls silent in the first second would not be missed by a look that connects only afterwards.
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
