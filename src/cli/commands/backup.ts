// `cairn backup`: everything the service keeps, at one moment, in a new folder.
import { Command } from 'commander';
import type { BackupOptions } from '../backup.ts';
import { JSON_OPTION, place } from '../options.ts';
import type { Run } from '../run.ts';

const work = () => import('../backup.ts');

export const backupCommand = (run: Run): Command =>
  new Command('backup')
    .description('write the database and the images to a new folder')
    .argument('[folder]', 'a folder that does not exist yet; none with --server', place)
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
    .action((folder: string | undefined, options: BackupOptions) =>
      options.server === undefined
        ? run.configured(options, async (config, host) => (await work()).backUp(config, host, folder))
        : run.remote(options, async (host) => (await work()).backUpRunning(host.env, options, folder)),
    );
