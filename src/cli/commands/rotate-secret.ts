// `cairn rotate-secret`: seals what is stored with the current secret of the service.
import { Command } from 'commander';
import { JSON_OPTION } from '../options.ts';
import type { Run } from '../run.ts';

export const rotateSecretCommand = (run: Run): Command =>
  new Command('rotate-secret')
    .description('seal what the database holds with CAIRN_SECRET instead of the former secret; safe to run again')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  CAIRN_SECRET=… CAIRN_SECRET_PREVIOUS=… cairn rotate-secret')
    .action((options) =>
      run.onDatabase(options, async (context) => (await import('../rotate-secret.ts')).rotateSecret(context)),
    );
