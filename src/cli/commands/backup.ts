// `cairn backup`: writes a consistent backup to a new folder.
import { Command } from 'commander';
import type { BackupOptions } from '../backup.ts';
import { JSON_OPTION, place } from '../options.ts';
import type { Run } from '../run.ts';

const work = () => import('../backup.ts');

export const backupCommand = (run: Run): Command =>
  new Command('backup')
    .description('write the database and the images to a new folder')
    .argument('[folder]', 'a folder that does not exist yet; omit it with --server', place)
    .option('--server <url>', 'ask the running service at this address to write one to its CAIRN_BACKUP_FOLDER')
    .option('--as <email>', "the operator's e-mail address; the password is read from CAIRN_OPERATOR_PASSWORD")
    .addOption(JSON_OPTION())
    .addHelpText(
      'after',
      '\nWithout --server, stop the service to back up an embedded database; a PostgreSQL server can be backed up ' +
        'at any time (pg_dump).\nImages in a bucket are not copied: use the versions and copies of the bucket.\n\n' +
        'Examples:\n  cairn backup ./backups/2026-11-20\n  CAIRN_OPERATOR_PASSWORD=… cairn backup --server ' +
        'https://cairn.acme.example --as otto@acme.example',
    )
    .action((folder: string | undefined, options: BackupOptions) =>
      options.server === undefined
        ? run.configured(options, async (config, host) => (await work()).backUp(config, host, folder))
        : run.remote(options, async (host) => (await work()).backUpRunning(host.env, options, folder)),
    );
