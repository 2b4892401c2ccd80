// `cairn backup`: writes a consistent backup of the database and the images to a new folder, or asks a running service
// to write one to its own backup folder.
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

/** Asks the service at `server` to back itself up. Returns its response. */
export async function backUpRunning(
  env: NodeJS.ProcessEnv,
  { as, server = '' }: BackupOptions,
  folder: string | undefined,
): Promise<object> {
  if (folder !== undefined)
    throw refuse('unprocessable', 'A running service writes to its own CAIRN_BACKUP_FOLDER. Leave the folder out.');
  return asOperator(operatorLogin(env, server, as), (send) => backupOverHttp(send));
}

/** Returns the folder and the manifest. Fails with `conflict` if the folder is not empty. */
export async function backUp(config: Config, host: Host, folder: string | undefined): Promise<object> {
  if (folder === undefined)
    throw refuse('unprocessable', 'Name the folder to write to, or the service to ask with --server.');
  if (isWithin(config.assets, folder))
    throw refuse(
      'conflict',
      `${folder} is inside the image folder (CAIRN_ASSETS), which the backup copies. Choose a folder outside it.`,
    );
  if (await isInterrupted(folder))
    throw refuse('conflict', `${folder} holds an interrupted backup. Remove it, or choose a new folder.`);
  const notEmpty = (): Error => refuse('conflict', `${folder} is not empty. Choose a new folder.`);
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

/** True if `place` is inside the folder or is the folder itself. Always false for a bucket. */
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
