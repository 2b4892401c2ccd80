// `cairn init`: the first workspace, its Owner, and a key for each catalog, on an empty database.
import { Command, Option } from 'commander';
import { PLANS } from '../../directory/teams/plans.ts';
import type { InitOptions } from '../init.ts';
import { emailAddress, JSON_OPTION, teamName, wholeNumber } from '../options.ts';
import type { Run } from '../run.ts';

export const initCommand = (run: Run): Command =>
  new Command('init')
    .description(
      'migrate an empty database and create the first workspace, with a link that signs its Owner in within a day; ' +
        'the Owner also becomes an operator of the service',
    )
    .requiredOption('--team <name>', 'the name of the workspace', teamName)
    .requiredOption('--owner <email>', 'the e-mail address of its Owner', emailAddress)
    .option('--owner-name <name>', "the Owner's name; default: the part of the address before the @")
    .addOption(new Option('--plan <plan>', 'the plan of the workspace').choices([...PLANS]).default('enterprise'))
    .option('--seats <number>', 'contracted seats; default: no limit', wholeNumber)
    .addOption(JSON_OPTION())
    .addHelpText(
      'after',
      "\nPrints two keys with every scope: api_key for the workspace's catalog, svc_api_key for the service-wide one.",
    )
    .addHelpText('after', '\nExample:\n  cairn init --team Acme --owner olive@acme.example --seats 50 --json')
    .action((options: InitOptions) =>
      run.configured(options, async (config, host) => (await import('../init.ts')).init(config, host, options)),
    );
