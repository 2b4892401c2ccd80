// `cairn connections`: a workspace's identity providers for provisioning, with their tokens and logs.
import { Argument, Command, Option } from 'commander';
import { TOKEN_EXPIRIES } from '../../credentials/token-expiry.ts';
import { IDENTITY_PROVIDERS } from '../../directory/connections/connection.ts';
import type { CreateConnectionOptions, LogOptions, RotateTokenOptions } from '../connections.ts';
import { type CommonOptions, idFrom, JSON_OPTION, teamId, wholeNumberIn } from '../options.ts';
import type { Run } from '../run.ts';

const work = () => import('../connections.ts');

const expiry = (): Option =>
  new Option('--expires <when>', 'how long the token is valid').choices([...TOKEN_EXPIRIES]).default('1y');

const connectionId = (): Argument =>
  new Argument('<connection_id>', 'the connection').argParser(idFrom('cairn connections list'));

export function connectionsCommand(run: Run): Command {
  const connections = new Command('connections').description('identity providers: create, list, rotate, log, switches');
  connections
    .command('create')
    .description('create a connection and its first token, which is shown only once')
    .requiredOption('--team <id>', 'the workspace', teamId)
    .requiredOption('--name <name>', 'e.g. Okta')
    .addOption(
      new Option('--provider <provider>', 'which setup steps the console shows')
        .choices([...IDENTITY_PROVIDERS])
        .default('other'),
    )
    .addOption(expiry())
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn connections create --team 0199… --name Okta --provider okta --json')
    .action((options: CreateConnectionOptions) =>
      run.onDatabase(options, async (context) => (await work()).createOne(context, options)),
    );
  connections
    .command('list')
    .description('list the connections of a workspace')
    .requiredOption('--team <id>', 'the workspace', teamId)
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn connections list --team 0199…')
    .action((options: CommonOptions & { team: string }) =>
      run.onDatabase(options, async (context) => (await work()).everyConnection(context, options.team)),
    );
  addTokens(connections, run);
  addSwitches(connections, run);
  addLog(connections, run);
  return connections;
}

function addTokens(connections: Command, run: Run): void {
  connections
    .command('rotate')
    .addArgument(connectionId())
    .description('create another token; revoke the old one once the identity provider uses the new one')
    .addOption(expiry())
    .option('--revoke <token_id>', 'revoke this token now', idFrom('cairn connections tokens'))
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn connections rotate 0199… --json')
    .action((id: string, options: RotateTokenOptions) =>
      run.onDatabase(options, async (context) => (await work()).rotateToken(context, id, options)),
    );
  connections
    .command('tokens')
    .addArgument(connectionId())
    .description('list the tokens without their secrets')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn connections tokens 0199…')
    .action((id: string, options: CommonOptions) =>
      run.onDatabase(options, async (context) => (await work()).tokensOf(context, id)),
    );
}

function addSwitches(connections: Command, run: Run): void {
  for (const [verb, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    connections
      .command(verb)
      .addArgument(connectionId())
      .description(
        enabled
          ? 'accept requests of the identity provider again'
          : 'answer every request of the identity provider with 401',
      )
      .addOption(JSON_OPTION())
      .addHelpText('after', `\nExample:\n  cairn connections ${verb} 0199…`)
      .action((id: string, options: CommonOptions) =>
        run.onDatabase(options, async (context) => (await work()).switchOne(context, id, enabled)),
      );
  }
  connections
    .command('release-groups')
    .addArgument(connectionId())
    .description('hand all synced groups over to the service')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn connections release-groups 0199…')
    .action((id: string, options: CommonOptions) =>
      run.onDatabase(options, async (context) => (await work()).releaseGroups(context, id)),
    );
}

function addLog(connections: Command, run: Run): void {
  connections
    .command('log')
    .addArgument(connectionId())
    .description('requests of the identity provider, newest first, with reasons of refusals')
    .addOption(new Option('--outcome <outcome>', 'only these requests').choices(['ok', 'refused', 'failed']))
    .option('--limit <number>', 'how many', wholeNumberIn(1, 10_000), 50)
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn connections log 0199… --outcome refused')
    .action((id: string, options: LogOptions) =>
      run.onDatabase(options, async (context) => (await work()).logOf(context, id, options)),
    );
}
