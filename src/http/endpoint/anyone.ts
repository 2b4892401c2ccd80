// The caller of an endpoint that requires no credentials. Limits apply per address.
import type { Database } from '../../storage/database.ts';
import { networkOf } from '../incoming/client-address.ts';
import type { DoorRequest } from '../incoming/incoming.ts';
import type { Admitted } from './endpoint.ts';

/** The caller of a public endpoint, without an identity. */
export type Anyone = Readonly<Record<string, never>>;

const NOBODY: Anyone = {};

export const admitAnyone = (database: Database, { address }: Pick<DoorRequest, 'address'>): Admitted<Anyone> => ({
  caller: NOBODY,
  database,
  confirm: async () => {},
  bucket: `address:${networkOf(address)}`,
  keys: { catalog_id: '', credential_id: '' },
  logged: {},
});
