// `cairn restore`: a backup into an empty place of the storage that the configuration names.
import { Command } from 'commander';
import { type CommonOptions, JSON_OPTION, place } from '../options.ts';
import type { Run } from '../run.ts';

export const restoreCommand = (run: Run): Command =>
  new Command('restore')
    .description('bring a backup back into an empty database and an empty folder of images')
    .argument('<folder>', 'what "cairn backup" wrote', place)
    .option('--check', 'bring it back into a scratch database that is thrown away: a drill that changes nothing')
    .addOption(JSON_OPTION())
    .addHelpText(
      'after',
      '\nA backup of embedded storage may go to a PostgreSQL server: that moves the service there with everything it ' +
        'holds.\nOne of a server goes to a server.\n' +
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
