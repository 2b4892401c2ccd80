// `cairn backup`: everything the service keeps, at one moment, in a new folder: the database and the images. A service
// that runs is asked to make one itself, where it keeps its own.
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { holdsSomething } from '../backup/backup-files.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { refuse } from '../base/refusal.ts';
import type { Config } from '../config.ts';
import { RELEASE } from '../release.ts';
import { schemaState } from '../storage/migrate.ts';
import { backupOverHttp } from './backup-over-http.ts';
import { type CommonOptions, onDatabase, report } from './command-context.ts';
import { asOperator, operatorLogin } from './operator-over-http.ts';
import { JSON_OPTION } from './options.ts';

interface BackupGiven extends CommonOptions {
  readonly server?: string;
  readonly as?: string;
}

export const backupCommand = (): Command =>
  new Command('backup')
    .description('write the database and the images to a new folder')
    .argument('[folder]', 'a folder that does not exist yet; none with --server')
    .option('--server <url>', 'ask the service that runs at this address to make one in its CAIRN_BACKUP_FOLDER')
    .option('--as <email>', "the operator's e-mail address; the password is read from CAIRN_OPERATOR_PASSWORD")
    .addOption(JSON_OPTION())
    .addHelpText(
      'after',
      '\nWithout --server an embedded database is backed up while the service is stopped; a PostgreSQL server by ' +
        'pg_dump, at any time.\nImages in a bucket stay there: the bucket has versions and copies of its own.\n\n' +
        'Examples:\n  cairn backup ./backups/2026-11-20\n  CAIRN_OPERATOR_PASSWORD=… cairn backup --server ' +
        'https://cairn.acme.example --as otto@acme.example',
    )
    .action((folder: string | undefined, options: BackupGiven) =>
      report(options, (config) => {
        if (options.server !== undefined) return overHttp(options, options.server, folder);
        if (folder === undefined)
          throw refuse('unprocessable', 'Name the folder to write to, or the service to ask with --server.');
        return backUp(config, folder);
      }),
    );

function overHttp({ as }: BackupGiven, server: string, folder: string | undefined): Promise<object> {
  if (folder !== undefined)
    throw refuse('unprocessable', 'A running service writes to its own CAIRN_BACKUP_FOLDER: name no folder here.');
  return asOperator(operatorLogin(server, as), (send) => backupOverHttp(send));
}

/** Answers where it went. Refuses with `conflict` a folder that holds something. */
async function backUp(config: Config, folder: string): Promise<object> {
  if (await holdsSomething(folder)) throw refuse('conflict', `${folder} is not empty. Name a new folder.`);
  const wasThere = existsSync(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await writeFrom(config, folder);
  } catch (thrown) {
    await removeAttempt(folder, wasThere);
    throw thrown;
  }
}

/** Half a backup would be taken for one, and stand in the way of the next attempt. */
async function removeAttempt(folder: string, wasThere: boolean): Promise<void> {
  if (!wasThere) return rm(folder, { recursive: true, force: true });
  for (const file of await readdir(folder)) await rm(join(folder, file), { recursive: true, force: true });
}

async function writeFrom(config: Config, folder: string): Promise<object> {
  const { database: storage, assets } = config;
  if (storage.kind === 'embedded' && !(await holdsSomething(storage.folder)))
    throw refuse('not-found', `There is no embedded database in ${storage.folder}.`);
  return onDatabase(config, async ({ database, now }) => {
    if (storage.kind === 'embedded' && (await schemaState(database)) === 'empty')
      throw refuse('not-found', `The database in ${storage.folder} is empty.`);
    const source = { storage, database: () => database, assets, release: RELEASE };
    return { folder, ...(await writeBackup(source, folder, new Date(now))) };
  });
}
