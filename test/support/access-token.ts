// Creates an access token of an app that a person approved, without a browser.
import {
  type AccessToken,
  createGrant,
  issueAccessToken,
  mintAccessToken,
} from '../../src/credentials/oauth-grants.ts';
import type { Tx } from '../../src/storage/database.ts';
import { BY_TEST } from './test-team.ts';

interface Agreed {
  readonly account_id: string;
  readonly client_id: string;
  /** The app's name. */
  readonly name: string;
  readonly scopes: readonly string[];
  /** Default `/v1`. */
  readonly resource?: string;
}

/** Returns a one-hour token under a new grant. */
export async function accessToken(
  tx: Tx,
  catalog_id: string,
  { account_id, client_id, name, scopes, resource = '/v1' }: Agreed,
  now: number,
): Promise<AccessToken & { readonly token: string }> {
  const app = { client_id, client_name: name, client_host: 'app.example', resource, origin: 'consent' } as const;
  const { grant_id } = await createGrant(tx, { catalog_id, account_id, scopes, ...app }, now, BY_TEST);
  const token = mintAccessToken();
  const expires_at = new Date(now + 3_600_000).toISOString();
  return { ...(await issueAccessToken(tx, grant_id, { token, scopes, expires_at }, now)), token };
}
