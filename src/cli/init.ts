// `cairn init`: creates the first workspace in an empty database, with an Owner, a sign-in link, and a key per catalog.
import { DAY_MS } from '../base/clock.ts';
import { refuse } from '../base/refusal.ts';
import { createApiKey } from '../credentials/api-credentials.ts';
import { setOperator } from '../directory/accounts/accounts.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import { SCOPES } from '../directory/roles.ts';
import { listTeams } from '../directory/teams/teams.ts';
import { createLoginLink, loginLinkUrl } from '../identity/login-links.ts';
import type { Config } from '../start/config.ts';
import { migrate } from '../storage/migrations/migrate.ts';
import { claimTurn } from '../storage/turn-claim.ts';
import { createWorkspace, FIRST_WORKSPACE_TURN } from '../workspaces/workspace.ts';
import { type CommandContext, onDatabase } from './command-context.ts';
import type { Host } from './host.ts';
import { type CommonOptions, nameFromAddress } from './options.ts';

export interface InitOptions extends CommonOptions {
  readonly team: string;
  readonly owner: string;
  readonly ownerName?: string;
  readonly plan: string;
  readonly seats?: number;
}

/** Opens the configured database with any schema version, and initializes it. */
export const init = (config: Config, host: Host, options: InitOptions): Promise<object> =>
  onDatabase(config, host, (context) => begin(context, options));

/** Valid as long as the demo's link, because the service may have to be started first. */
const LINK_MS = DAY_MS;

/**
 * Returns `{team_id, owner_id, api_key, svc_api_key, login_link}`. Both keys have every scope. The link works once,
 * within a day. Fails with `conflict` if the database has a workspace.
 */
async function begin({ database, by, now, config }: CommandContext, options: InitOptions): Promise<object> {
  await migrate(database);
  return database.inTransaction(async (tx) => {
    // Serializes concurrent runs.
    await claimTurn(tx, FIRST_WORKSPACE_TURN, 0, now);
    if ((await listTeams(tx, '', null, 1)).length > 0)
      throw refuse('conflict', 'The database already has a workspace. Add another with "cairn teams create".');
    const owner = { email: options.owner, name: options.ownerName ?? nameFromAddress(options.owner) };
    const workspace = { name: options.team, owner, plan: options.plan, seat_limit: options.seats ?? null };
    const { team_id, owner_id } = await createWorkspace(tx, workspace, by);
    await setOperator(tx, owner_id, true, by);
    const key = { account_id: owner_id, name: 'first key', scopes: SCOPES };
    const own = await createApiKey(tx, team_id, key, now, by);
    const svc = await createApiKey(tx, SVC_CATALOG_ID, key, now, by);
    const link = await createLoginLink(tx, { email: owner.email, lifetime_ms: LINK_MS }, now, by);
    const login_link = loginLinkUrl(config.publicUrl, link.token);
    return { team_id, owner_id, api_key: own.key, svc_api_key: svc.key, login_link };
  });
}
