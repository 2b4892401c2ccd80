// Prepares a database for serving: this release's schema, the service's secrets, and the demo if it is empty.
import { backUpBeforeMigration } from '../backup/before-migration.ts';
import { type Demo, fillDemo } from '../demo/demo.ts';
import { listTeams } from '../directory/teams/teams.ts';
import { freeLeases } from '../http/idempotency/idempotency-store.ts';
import type { Database } from '../storage/database.ts';
import { isDiskFull } from '../storage/failures.ts';
import { migrate } from '../storage/migrations/migrate.ts';
import type { Migration } from '../storage/migrations/migration-files.ts';
import { freeWebhookLeases } from '../webhooks/leases.ts';
import { RELEASE } from './release.ts';
import { rulesOf } from './rules-of.ts';
import type { ServiceContext } from './service-context.ts';
import type { ServiceSecrets } from './service-secrets.ts';
import { skipNumbers } from './skip-numbers.ts';

/** Safe to repeat after a failure. Returns the demo if it was filled in. */
export async function prepareDatabase(
  database: Database,
  { config, clock, logger }: Pick<ServiceContext, 'config' | 'clock' | 'logger'>,
  { known, secrets }: { readonly known: readonly Migration[]; readonly secrets: Pick<ServiceSecrets, 'load'> },
): Promise<Demo | undefined> {
  // Only one process can open an embedded database.
  const isAlone = config.database.kind === 'embedded';
  const storage = { storage: config.database, database, known, release: RELEASE };
  const backup = await backUpBeforeMigration({ ...storage, now: new Date(clock()) });
  if (backup !== undefined) logger.info({ backup }, 'the database was backed up before its migration');
  for (const name of await migrate(database, { known, isAlone })) logger.info({ migration: name }, 'migrated');
  // Any remaining leases must therefore belong to a process that has ended.
  if (isAlone) await Promise.all([freeLeases(database), freeWebhookLeases(database)]).catch(unlessFull);
  await skipNumbers(database, clock());
  await secrets.load(database);
  if (config.demo) return fillDemo(database, rulesOf(config), clock());
  if ((await listTeams(database, '', null, 1)).length === 0)
    logger.info('there is no workspace yet: "cairn init" creates the first one');
  return undefined;
}

/** On a full disk, the service starts and serves reads. The leases then end by themselves. */
function unlessFull(thrown: unknown): void {
  if (!isDiskFull(thrown)) throw thrown;
}
