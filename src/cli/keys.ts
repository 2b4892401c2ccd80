// `cairn keys`: API keys of a workspace's catalog, or of the service-wide one.
import { Argument, Command } from 'commander';
import { refuse } from '../base/refusal.ts';
import {
  createApiKey,
  DEFAULT_OVERLAP_MS,
  findCredentialCatalog,
  listCredentials,
  revokeCredential,
  rotateApiKey,
} from '../credentials/api-credentials.ts';
import { findAccountByEmail } from '../directory/accounts.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import { getTeam } from '../directory/teams.ts';
import type { Db, Tx } from '../storage/database.ts';
import { type CommandContext, type CommonOptions, runOnDatabase } from './command-context.ts';
import { memberOf } from './members.ts';
import { hoursUpTo, idFrom, JSON_OPTION, list, teamIdOrSvc } from './options.ts';

interface CreateGiven extends CommonOptions {
  readonly team: string;
  readonly user: string;
  readonly scopes: string[];
  readonly name: string;
  readonly expires?: string;
}

interface RotateGiven extends CommonOptions {
  readonly overlap: number;
}

/** As over HTTP. */
const LONGEST_OVERLAP_HOURS = 30 * 24;
const keyId = (): Argument => new Argument('<id>', 'the key').argParser(idFrom('cairn keys list'));

export function keysCommand(): Command {
  const keys = new Command('keys').description('API keys: create, list, rotate, revoke');
  keys
    .command('create')
    .description('make a key; it is shown this once')
    .requiredOption('--team <id>', 'the workspace, or svc for the service-wide catalog', teamIdOrSvc)
    .requiredOption('--user <email>', 'the person whose key it is')
    .requiredOption('--scopes <scopes>', 'trails:read, trails:write, trails:publish; several with commas', list)
    .requiredOption('--name <name>', 'what the key is for')
    .option('--expires <date-time>', 'when it ends, e.g. 2027-12-31T00:00:00Z; default: never')
    .addOption(JSON_OPTION())
    .addHelpText(
      'after',
      '\nExample:\n  cairn keys create --team 0199… --user arthur@acme.example --scopes trails:read,trails:write ' +
        '--name "CMS sync" --json',
    )
    .action((options: CreateGiven) => runOnDatabase(options, (context) => create(context, options)));
  keys
    .command('list')
    .description("list a catalog's keys, newest first, without anything secret")
    .requiredOption('--team <id>', 'the workspace, or svc', teamIdOrSvc)
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn keys list --team svc')
    .action((options: CommonOptions & { team: string }) =>
      runOnDatabase(options, async ({ database }) =>
        listCredentials(database, await catalogOf(database, options.team)),
      ),
    );
  keys
    .command('rotate')
    .addArgument(keyId())
    .description('make a successor; the old key goes on for a while')
    .option(
      '--overlap <hours>',
      'how long the old key goes on',
      hoursUpTo(LONGEST_OVERLAP_HOURS),
      DEFAULT_OVERLAP_MS / 3_600_000,
    )
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn keys rotate 0199… --overlap 1 --json')
    .action((id: string, options: RotateGiven) => runOnDatabase(options, (context) => rotate(context, id, options)));
  keys
    .command('revoke')
    .addArgument(keyId())
    .description('end a key at once, in every process')
    .addOption(JSON_OPTION())
    .addHelpText('after', '\nExample:\n  cairn keys revoke 0199…')
    .action((id: string, options: CommonOptions) => runOnDatabase(options, (context) => revoke(context, id)));
  return keys;
}

/** The catalog that `--team` names. Refuses with `not-found`. */
async function catalogOf(db: Db, team: string): Promise<string> {
  if (team === 'svc') return SVC_CATALOG_ID;
  return (await getTeam(db, team)).team_id;
}

const create = ({ database, by, now }: CommandContext, options: CreateGiven): Promise<object> =>
  database.inTransaction(async (tx) => {
    const account_id =
      options.team === 'svc'
        ? await operatorOf(tx, options.user)
        : (await memberOf(tx, { team: options.team, email: options.user })).account_id;
    const { name, scopes, expires } = options;
    return createApiKey(
      tx,
      await catalogOf(tx, options.team),
      { account_id, name, scopes, expires_at: expires ?? null },
      now,
      by,
    );
  });

/** `overlap` in hours. */
const rotate = ({ database, by, now }: CommandContext, id: string, { overlap }: RotateGiven): Promise<object> =>
  database.inTransaction(async (tx) => rotateApiKey(tx, await catalogOfKey(tx, id), id, now, by, overlap * 3_600_000));

const revoke = ({ database, by }: CommandContext, id: string): Promise<object> =>
  database.inTransaction(async (tx) => {
    await revokeCredential(tx, await catalogOfKey(tx, id), id, by);
    return { id, revoked: true };
  });

async function operatorOf(tx: Tx, email: string): Promise<string> {
  const account = await findAccountByEmail(tx, email);
  if (account?.is_operator !== true)
    throw refuse('not-found', `${email} is no operator of the service. Run "cairn operators add ${email}" first.`);
  return account.account_id;
}

async function catalogOfKey(tx: Tx, id: string): Promise<string> {
  const found = await findCredentialCatalog(tx, id);
  if (found === undefined) throw refuse('not-found', 'There is no such key.');
  return found.catalog_id;
}
