// `cairn keys`: API keys of a workspace's catalog, or of the service-wide one.
import { HOUR_MS } from '../base/clock.ts';
import { refuse } from '../base/refusal.ts';
import {
  createApiKey,
  findCredentialCatalog,
  listCredentials,
  revokeCredential,
  rotateApiKey,
} from '../credentials/api-credentials.ts';
import { findAccountByEmail } from '../directory/accounts/accounts.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import { getTeam } from '../directory/teams/teams.ts';
import type { Db, Tx } from '../storage/database.ts';
import type { CommandContext } from './command-context.ts';
import { memberOf } from './members.ts';
import type { CommonOptions } from './options.ts';

export interface CreateKeyOptions extends CommonOptions {
  readonly team: string;
  readonly user: string;
  readonly scopes: string[];
  readonly name: string;
  readonly expires?: string;
}

export interface RotateKeyOptions extends CommonOptions {
  readonly overlap: number;
}

/** Returns the catalog id for `--team`. Fails with `not-found`. */
async function catalogOf(db: Db, team: string): Promise<string> {
  if (team === 'svc') return SVC_CATALOG_ID;
  return (await getTeam(db, team)).team_id;
}

/** Lists the catalog's keys. Fails with `not-found`. */
export const listKeys = async ({ database }: CommandContext, team: string): Promise<object> =>
  listCredentials(database, await catalogOf(database, team));

/** Returns `{id, key}`. The key cannot be shown again. */
export const createKey = ({ database, by, now }: CommandContext, options: CreateKeyOptions): Promise<object> =>
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

/** `overlap` is in hours. */
export const rotateKey = (
  { database, by, now }: CommandContext,
  id: string,
  { overlap }: RotateKeyOptions,
): Promise<object> =>
  database.inTransaction(async (tx) => rotateApiKey(tx, await catalogOfKey(tx, id), id, now, by, overlap * HOUR_MS));

/** Fails with `not-found`. */
export const revokeKey = ({ database, by }: CommandContext, id: string): Promise<object> =>
  database.inTransaction(async (tx) => {
    await revokeCredential(tx, await catalogOfKey(tx, id), id, by);
    return { id, revoked: true };
  });

async function operatorOf(tx: Tx, email: string): Promise<string> {
  const account = await findAccountByEmail(tx, email);
  if (account?.is_operator !== true)
    throw refuse('not-found', `${email} is not an operator of the service. Run "cairn operators add ${email}" first.`);
  return account.account_id;
}

async function catalogOfKey(tx: Tx, id: string): Promise<string> {
  const found = await findCredentialCatalog(tx, id);
  if (found === undefined) throw refuse('not-found', 'There is no key with this id.');
  return found.catalog_id;
}
