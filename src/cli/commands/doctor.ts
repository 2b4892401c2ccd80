// `cairn doctor`: looks at everything that the service leans on, and says what to fix.
import { Command } from 'commander';
import { type CommonOptions, JSON_OPTION } from '../options.ts';
import type { Run } from '../run.ts';

export const doctorCommand = (run: Run): Command =>
  new Command('doctor')
    .description('check the configuration, the database, the images and Redis; exit code 1 when something fails')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn doctor')
    .action((options: CommonOptions) =>
      run.configured(options, async (config, host) => (await import('../doctor.ts')).examine(config, host)),
    );
