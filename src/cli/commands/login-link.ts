// `cairn login-link`: creates a one-time link that signs a person in to the console.
import { Command } from 'commander';
import type { LinkOptions } from '../login-link.ts';
import { JSON_OPTION, teamId, wholeNumberIn } from '../options.ts';
import type { Run } from '../run.ts';

const work = () => import('../login-link.ts');

/** One week. */
const MAX_MINUTES = 7 * 24 * 60;

export const loginLinkCommand = (run: Run): Command =>
  new Command('login-link')
    .description('create a link that signs a person in once; send it privately')
    .requiredOption('--email <email>', "the person's e-mail address")
    .option('--team <id>', "the workspace to enter; default: the person's own", teamId)
    .option('--minutes <number>', 'how long the link is valid', wholeNumberIn(1, MAX_MINUTES), 15)
    .option('--server <url>', 'ask the running service at this address, as an operator, instead of the database')
    .option('--as <email>', "the operator's e-mail address; the password is read from CAIRN_OPERATOR_PASSWORD")
    .addOption(JSON_OPTION())
    .addHelpText(
      'after',
      '\nExamples:\n  cairn login-link --email olive@acme.example\n  CAIRN_OPERATOR_PASSWORD=… cairn login-link ' +
        '--email olive@acme.example --server https://cairn.acme.example --as otto@acme.example',
    )
    .action((options: LinkOptions) =>
      options.server === undefined
        ? run.onDatabase(options, async (context) => (await work()).linkFromDatabase(context, options))
        : run.remote(options, async (host) => (await work()).linkFromService(host.env, options)),
    );
