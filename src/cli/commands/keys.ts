// `cairn keys`: API keys of a workspace's catalog, or of the service-wide one.
import { Argument, Command } from 'commander';
import { ALL_SCOPES } from '../../directory/roles.ts';
import type { CreateKeyOptions, RotateKeyOptions } from '../keys.ts';
import { type CommonOptions, hoursUpTo, idFrom, JSON_OPTION, list, teamIdOrSvc } from '../options.ts';
import type { Run } from '../run.ts';

const work = () => import('../keys.ts');

/** The same limit as over HTTP. */
const DEFAULT_OVERLAP_HOURS = 24;
const MAX_OVERLAP_HOURS = 30 * 24;
const keyId = (): Argument => new Argument('<id>', 'the key').argParser(idFrom('cairn keys list'));

export function keysCommand(run: Run): Command {
  const keys = new Command('keys').description('API keys: create, list, rotate, revoke');
  keys
    .command('create')
    .description('create a key, which is shown only once')
    .requiredOption('--team <id>', 'the workspace, or svc for the service-wide catalog', teamIdOrSvc)
    .requiredOption('--user <email>', 'the person to whom the key belongs')
    .requiredOption('--scopes <scopes>', `${ALL_SCOPES.join(', ')}; separate several with commas`, list)
    .requiredOption('--name <name>', 'what the key is for')
    .option('--expires <date-time>', 'when the key expires, e.g. 2027-12-31T00:00:00Z; default: never')
    .addOption(JSON_OPTION())
    .addHelpText(
      'after',
      '\nExample:\n  cairn keys create --team 0199… --user arthur@acme.example --scopes trails:read,trails:write ' +
        '--name "CMS sync" --json',
    )
    .action((options: CreateKeyOptions) =>
      run.onDatabase(options, async (context) => (await work()).createKey(context, options)),
    );
  keys
    .command('list')
    .description("list a catalog's keys without their secrets, newest first")
    .requiredOption('--team <id>', 'the workspace, or svc', teamIdOrSvc)
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn keys list --team svc')
    .action((options: CommonOptions & { team: string }) =>
      run.onDatabase(options, async (context) => (await work()).listKeys(context, options.team)),
    );
  keys
    .command('rotate')
    .addArgument(keyId())
    .description('create a successor; the old key stays valid for a while')
    .option(
      '--overlap <hours>',
      'how long the old key stays valid',
      hoursUpTo(MAX_OVERLAP_HOURS),
      DEFAULT_OVERLAP_HOURS,
    )
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn keys rotate 0199… --overlap 1 --json')
    .action((id: string, options: RotateKeyOptions) =>
      run.onDatabase(options, async (context) => (await work()).rotateKey(context, id, options)),
    );
  keys
    .command('revoke')
    .addArgument(keyId())
    .description('revoke a key immediately, in every process')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn keys revoke 0199…')
    .action((id: string, options: CommonOptions) =>
      run.onDatabase(options, async (context) => (await work()).revokeKey(context, id)),
    );
  return keys;
}
