// `cairn doctor`: checks everything that the service depends on, and says what to fix.
import { Command } from 'commander';
import { type CommonOptions, JSON_OPTION } from '../options.ts';
import type { Run } from '../run.ts';

export const doctorCommand = (run: Run): Command =>
  new Command('doctor')
    .description('check the configuration, the database, the images and Redis; exit code 1 if a check fails')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn doctor')
    .action((options: CommonOptions) =>
      run.configured(options, async (config, host) => (await import('../doctor.ts')).examine(config, host)),
    );
