// What `cairn backup` does: everything the service keeps, at one moment, in a new folder: the database and the images.
// A service that runs is asked to make one itself, where it keeps its own.
import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { holdsSomething, isInterrupted } from '../backup/backup-files.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { refuse } from '../base/refusal.ts';
import type { Config } from '../start/config.ts';
import { RELEASE } from '../start/release.ts';
import { schemaState } from '../storage/migrations/migrate.ts';
import { backupOverHttp } from './backup-over-http.ts';
import { claimFolder } from './claim-folder.ts';
import { onDatabase } from './command-context.ts';
import type { Host } from './host.ts';
import { asOperator, operatorLogin } from './operator-over-http.ts';
import type { CommonOptions } from './options.ts';
import { naming } from './put-in-place.ts';
import { removeAttempt } from './remove-attempt.ts';

export interface BackupOptions extends CommonOptions {
  readonly server?: string;
  readonly as?: string;
}

/** Answers what the service that runs at `server` made of itself. */
export async function backUpRunning(
  env: NodeJS.ProcessEnv,
  { as, server = '' }: BackupOptions,
  folder: string | undefined,
): Promise<object> {
  if (folder !== undefined)
    throw refuse('unprocessable', 'A running service writes to its own CAIRN_BACKUP_FOLDER: name no folder here.');
  return asOperator(operatorLogin(env, server, as), (send) => backupOverHttp(send));
}

/** Answers where it went. Refuses with `conflict` a folder that holds something. */
export async function backUp(config: Config, host: Host, folder: string | undefined): Promise<object> {
  if (folder === undefined)
    throw refuse('unprocessable', 'Name the folder to write to, or the service to ask with --server.');
  if (isWithin(config.assets, folder))
    throw refuse(
      'conflict',
      `${folder} lies in the folder of images (CAIRN_ASSETS), which the backup would copy. Name one elsewhere.`,
    );
  if (await isInterrupted(folder))
    throw refuse('conflict', `${folder} holds a backup that was interrupted. Remove it, or name a new folder.`);
  const notEmpty = (): Error => refuse('conflict', `${folder} is not empty. Name a new folder.`);
  if (await holdsSomething(folder)) throw notEmpty();
  const wasThere = existsSync(folder);
  const release = await claimFolder(folder, notEmpty, 0o700);
  try {
    const written = await writeFrom(config, host, folder);
    await release();
    return written;
  } catch (thrown) {
    await removeAttempt(folder, wasThere);
    throw naming(folder, thrown);
  }
}

/** True for the folder itself too; a bucket holds no folder of this machine. */
function isWithin(assets: string, folder: string): boolean {
  if (assets.startsWith('s3://')) return false;
  const way = relative(resolve(assets), resolve(folder));
  return way.split(sep, 1)[0] !== '..';
}

async function writeFrom(config: Config, host: Host, folder: string): Promise<object> {
  const { database: storage, assets, deadlines } = config;
  if (storage.kind === 'embedded' && !(await holdsSomething(storage.folder)))
    throw refuse('not-found', `There is no embedded database in ${storage.folder}.`);
  return onDatabase(config, host, async ({ database, now }) => {
    if (storage.kind === 'embedded' && (await schemaState(database)) === 'empty')
      throw refuse('not-found', `The database in ${storage.folder} is empty.`);
    const { silenceMs } = deadlines;
    const source = { storage, silenceMs, database: () => database, assets, release: RELEASE };
    return { folder, ...(await writeBackup(source, folder, new Date(now))) };
  });
}
