// `cairn restore`: restores a backup into empty storage.
import { Command } from 'commander';
import { type CommonOptions, JSON_OPTION, place } from '../options.ts';
import type { Run } from '../run.ts';

export const restoreCommand = (run: Run): Command =>
  new Command('restore')
    .description('restore a backup into an empty database and an empty image folder')
    .argument('<folder>', 'a backup written by "cairn backup"', place)
    .option('--check', 'restore into a temporary database that is dropped afterwards: a drill that changes nothing')
    .addOption(JSON_OPTION())
    .addHelpText(
      'after',
      '\nA backup of embedded storage can be restored onto a PostgreSQL server, which moves the service there with ' +
        'all data.\nA backup of a server needs a server.\n' +
        '\nExamples:\n  cairn restore --check ./backups/2026-11-20\n  CAIRN_DATABASE_URL=embedded:./restored ' +
        'CAIRN_ASSETS=./restored/assets cairn restore ./backups/2026-11-20\n' +
        '  CAIRN_DATABASE_URL=postgres://cairn@db.internal/cairn cairn restore ./backups/2026-11-20',
    )
    .action((folder: string, options: CommonOptions & { readonly check?: boolean }) =>
      run.configured(options, async (config, host) => {
        const { drill, restore } = await import('../restore.ts');
        return options.check === true ? drill(config, folder) : restore(config, host, folder);
      }),
    );
