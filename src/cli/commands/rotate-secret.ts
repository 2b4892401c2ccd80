// `cairn rotate-secret`: encrypts all stored secrets with the current service secret.
import { Command } from 'commander';
import { JSON_OPTION } from '../options.ts';
import type { Run } from '../run.ts';

export const rotateSecretCommand = (run: Run): Command =>
  new Command('rotate-secret')
    .description('seal all stored secrets with CAIRN_SECRET instead of the former secret; safe to repeat')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  CAIRN_SECRET=… CAIRN_SECRET_PREVIOUS=… cairn rotate-secret')
    .action((options) =>
      run.onDatabase(options, async (context) => (await import('../rotate-secret.ts')).rotateSecret(context)),
    );
