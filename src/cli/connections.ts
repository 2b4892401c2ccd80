// `cairn connections`: the identity providers that provision a workspace, their tokens and what they asked for.
import { Argument, Command, Option } from 'commander';
import { refuse } from '../base/refusal.ts';
import {
  createScimToken,
  listScimTokens,
  revokeScimToken,
  TOKEN_EXPIRIES,
  type TokenExpiry,
} from '../credentials/scim-tokens.ts';
import { changeConnection, createConnection, findConnectionTeam, listConnections } from '../directory/connections.ts';
import { getTeam } from '../directory/teams.ts';
import { moveGroupsToService } from '../provisioning/disconnect-groups.ts';
import { readProvisioning } from '../provisioning/provisioning-log.ts';
import type { Db } from '../storage/database.ts';
import { type CommandContext, type CommonOptions, runOnDatabase } from './command-context.ts';
import { idFrom, JSON_OPTION, teamId, wholeNumberIn } from './options.ts';

const expiry = (): Option =>
  new Option('--expires <when>', 'how long the token is good').choices([...TOKEN_EXPIRIES]).default('1y');

const connectionId = (): Argument =>
  new Argument('<connection_id>', 'the connection').argParser(idFrom('cairn connections list'));

export function connectionsCommand(): Command {
  const connections = new Command('connections').description('identity providers: create, list, rotate, log, switches');
  connections
    .command('create')
    .description('make a connection and its first token; the token is shown this once')
    .requiredOption('--team <id>', 'the workspace', teamId)
    .requiredOption('--name <name>', 'e.g. Okta')
    .addOption(expiry())
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn connections create --team 0199… --name Okta --expires 180d --json')
    .action((options: CommonOptions & { team: string; name: string; expires: TokenExpiry }) =>
      runOnDatabase(options, (context) => create(context, options)),
    );
  connections
    .command('list')
    .description('list the connections of a workspace')
    .requiredOption('--team <id>', 'the workspace', teamId)
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn connections list --team 0199…')
    .action((options: CommonOptions & { team: string }) =>
      runOnDatabase(options, async ({ database }) => {
        await getTeam(database, options.team);
        return listConnections(database, options.team);
      }),
    );
  addTokens(connections);
  addSwitches(connections);
  addLog(connections);
  return connections;
}

/** Answers `{connection_id, base_url, token}`. */
const create = (
  { database, by, now, config }: CommandContext,
  options: { team: string; name: string; expires: TokenExpiry },
): Promise<object> =>
  database.inTransaction(async (tx) => {
    await getTeam(tx, options.team);
    const { connection_id } = await createConnection(tx, options.team, options.name, by);
    const { token } = await createScimToken(tx, options.team, connection_id, options.expires, now, by);
    return { connection_id, base_url: `${config.publicUrl}/scim/v2/${connection_id}`, token };
  });

function addTokens(connections: Command): void {
  connections
    .command('rotate')
    .addArgument(connectionId())
    .description('make another token; revoke the old one once the identity provider has the new one')
    .addOption(expiry())
    .option('--revoke <token_id>', 'revoke this token now', idFrom('cairn connections tokens'))
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn connections rotate 0199… --json')
    .action((id: string, options: CommonOptions & { expires: TokenExpiry; revoke?: string }) =>
      runOnDatabase(options, ({ database, by, now }) =>
        database.inTransaction(async (tx) => {
          const teamId = await teamOf(tx, id);
          if (options.revoke !== undefined) await revokeScimToken(tx, teamId, id, options.revoke, now, by);
          return createScimToken(tx, teamId, id, options.expires, now, by);
        }),
      ),
    );
  connections
    .command('tokens')
    .addArgument(connectionId())
    .description('list the tokens, without anything secret')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn connections tokens 0199…')
    .action((id: string, options: CommonOptions) =>
      runOnDatabase(options, async ({ database, now }) =>
        listScimTokens(database, await teamOf(database, id), id, now),
      ),
    );
}

function addSwitches(connections: Command): void {
  for (const [verb, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    connections
      .command(verb)
      .addArgument(connectionId())
      .description(
        enabled ? 'let the identity provider in again' : 'answer every request of the identity provider with 401',
      )
      .addOption(JSON_OPTION())
      .addHelpText('after', `\nExample:\n  cairn connections ${verb} 0199…`)
      .action((id: string, options: CommonOptions) =>
        runOnDatabase(options, ({ database, by }) =>
          database.inTransaction(async (tx) => changeConnection(tx, await teamOf(tx, id), id, { enabled }, by)),
        ),
      );
  }
  connections
    .command('release-groups')
    .addArgument(connectionId())
    .description('move all synced groups to service management')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn connections release-groups 0199…')
    .action((id: string, options: CommonOptions) =>
      runOnDatabase(options, ({ database, by }) =>
        database.inTransaction(async (tx) => ({ moved: await moveGroupsToService(tx, await teamOf(tx, id), id, by) })),
      ),
    );
}

function addLog(connections: Command): void {
  connections
    .command('log')
    .addArgument(connectionId())
    .description('what the identity provider asked for, newest first, and why it was refused')
    .addOption(new Option('--outcome <outcome>', 'only these').choices(['ok', 'refused', 'failed']))
    .option('--limit <number>', 'how many', wholeNumberIn(1, 10_000), 50)
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn connections log 0199… --outcome refused')
    .action((id: string, options: CommonOptions & { outcome?: 'ok' | 'refused' | 'failed'; limit: number }) =>
      runOnDatabase(options, async ({ database }) => {
        const filter = options.outcome === undefined ? {} : { outcome: options.outcome };
        const entries = await readProvisioning(database, await teamOf(database, id), id, filter, null, options.limit);
        if (options.json === true) return entries;
        return entries.map(({ at, operation, resource, resource_name, status, explanation }) => ({
          at,
          operation,
          resource,
          resource_name,
          status,
          explanation,
        }));
      }),
    );
}

async function teamOf(db: Db, connectionId: string): Promise<string> {
  const found = await findConnectionTeam(db, connectionId);
  if (found === undefined) throw refuse('not-found', 'There is no such connection.');
  return found.team_id;
}
