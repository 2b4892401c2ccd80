// `cairn connections`: a workspace's identity providers for provisioning, with their tokens and logs.
import { refuse } from '../base/refusal.ts';
import { createScimToken, listScimTokens, revokeScimToken } from '../credentials/scim-tokens.ts';
import type { TokenExpiry } from '../credentials/token-expiry.ts';
import { connectionBase, type IdentityProvider } from '../directory/connections/connection.ts';
import {
  changeConnection,
  createConnection,
  findConnectionTeam,
  listConnections,
} from '../directory/connections/connections.ts';
import { getTeam } from '../directory/teams/teams.ts';
import { moveGroupsToService } from '../provisioning/groups/disconnect-groups.ts';
import { readProvisioning } from '../provisioning/log/provisioning-log.ts';
import type { Db } from '../storage/database.ts';
import type { CommandContext } from './command-context.ts';
import type { CommonOptions } from './options.ts';

export interface CreateConnectionOptions extends CommonOptions {
  readonly team: string;
  readonly name: string;
  readonly provider: IdentityProvider;
  readonly expires: TokenExpiry;
}

/** Returns `{connection_id, base_url, token}`. The token cannot be shown again. */
export const createOne = (
  { database, by, now, config }: CommandContext,
  options: CreateConnectionOptions,
): Promise<object> =>
  database.inTransaction(async (tx) => {
    await getTeam(tx, options.team);
    const { connection_id } = await createConnection(tx, options.team, options.name, by, options.provider);
    const { token } = await createScimToken(tx, options.team, connection_id, options.expires, now, by);
    return { connection_id, base_url: connectionBase(config.publicUrl, connection_id), token };
  });

/** Returns the workspace's connections. Fails with `not-found`. */
export async function everyConnection({ database }: CommandContext, team: string): Promise<object> {
  await getTeam(database, team);
  return listConnections(database, team);
}

export interface RotateTokenOptions extends CommonOptions {
  readonly expires: TokenExpiry;
  /** The id of a token to revoke immediately. */
  readonly revoke?: string;
}

/** Returns the new token, which cannot be shown again. */
export const rotateToken = (
  { database, by, now }: CommandContext,
  id: string,
  { expires, revoke }: RotateTokenOptions,
): Promise<object> =>
  database.inTransaction(async (tx) => {
    const team = await teamOf(tx, id);
    if (revoke !== undefined) await revokeScimToken(tx, team, id, revoke, now, by);
    return createScimToken(tx, team, id, expires, now, by);
  });

/** Lists the tokens without their secrets. */
export const tokensOf = async ({ database, now }: CommandContext, id: string): Promise<object> =>
  listScimTokens(database, await teamOf(database, id), id, now);

/** Enables or disables the connection. */
export const switchOne = ({ database, by }: CommandContext, id: string, enabled: boolean): Promise<object> =>
  database.inTransaction(async (tx) => changeConnection(tx, await teamOf(tx, id), id, { enabled }, by));

/** Hands the connection's groups over to the service. Returns their number. */
export const releaseGroups = ({ database, by }: CommandContext, id: string): Promise<object> =>
  database.inTransaction(async (tx) => ({ moved: await moveGroupsToService(tx, await teamOf(tx, id), id, by) }));

export interface LogOptions extends CommonOptions {
  readonly outcome?: 'ok' | 'refused' | 'failed';
  readonly limit: number;
}

/** Returns the log, newest first. Without `json`, only the columns that explain what happened. */
export async function logOf(
  { database }: CommandContext,
  id: string,
  { outcome, limit, json }: LogOptions,
): Promise<object> {
  const filter = outcome === undefined ? {} : { outcome };
  const entries = await readProvisioning(database, await teamOf(database, id), id, filter, null, limit);
  if (json === true) return entries;
  return entries.map(({ at, operation, resource, resource_name, status, explanation }) => ({
    at,
    operation,
    resource,
    resource_name,
    status,
    explanation,
  }));
}

async function teamOf(db: Db, connectionId: string): Promise<string> {
  const found = await findConnectionTeam(db, connectionId);
  if (found === undefined) throw refuse('not-found', 'There is no connection with this id.');
  return found.team_id;
}
