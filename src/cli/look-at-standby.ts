// Checks whether the service would read from the standby (CAIRN_DATABASE_READ_URL).
import { refuse } from '../base/refusal.ts';
import type { Config } from '../start/config.ts';
import type { Database } from '../storage/database.ts';
import { openStandby } from '../storage/open-database.ts';
import { type ReplicaStatus, watchReplica } from '../storage/server/replica-watch.ts';

interface Look {
  readonly status: ReplicaStatus;
  readonly failure: string | undefined;
}

/** Runs the service's own check a single time. `primary` must be opened with `readUrl` in its configuration. */
export async function lookAtStandby(config: Config, primary: Database): Promise<string> {
  const standby = await openStandby(config, () => undefined);
  if (standby === undefined) return 'none';
  try {
    const { status, failure } = await firstLook(config, primary, standby);
    if (status === 'used') return 'streaming and readable';
    const why = failure === undefined ? '' : ` (${failure})`;
    throw refuse('not-ready', `${status}${why}: all reads go to the primary`);
  } finally {
    await standby.close();
  }
}

function firstLook({ mostLagMs }: Config, primary: Database, standby: Database): Promise<Look> {
  return new Promise((done) => {
    const watch = watchReplica(
      {
        primary,
        standby,
        mostLagMs,
        now: () => performance.now(),
        onChange: ({ status }, failure) => void watch.stop().then(() => done({ status, failure })),
      },
      () => undefined,
    );
  });
}
