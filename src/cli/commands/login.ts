// `cairn login`, `whoami`, `logout`: a session at a remote Cairn.
import { Command } from 'commander';
import { type CommonOptions, JSON_OPTION } from '../options.ts';
import type { Run } from '../run.ts';

const work = () => import('../login.ts');

export const loginCommand = (run: Run): Command =>
  new Command('login')
    .description('sign in to a remote Cairn, with a browser on any machine')
    .requiredOption('--url <address>', 'its address, e.g. https://cairn.example')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn login --url https://cairn.example')
    .action((options: CommonOptions & { readonly url: string }) =>
      run.remote(options, async (host) => (await work()).login(host, options.url)),
    );

export const whoamiCommand = (run: Run): Command =>
  new Command('whoami')
    .description('show who is signed in to the remote Cairn, and in which workspace')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn whoami')
    .action((options: CommonOptions) => run.remote(options, async (host) => (await work()).whoami(host)));

export const logoutCommand = (run: Run): Command =>
  new Command('logout')
    .description('end the session at the remote Cairn, and remove it here')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn logout')
    .action((options: CommonOptions) => run.remote(options, async (host) => (await work()).logout(host)));
