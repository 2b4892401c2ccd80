// The one that a request counts toward if workspaces share a resource: the caller's workspace, or the address if no one
// is signed in.
import type { Admitted } from './endpoint.ts';

export const ownerOf = ({ keys, bucket }: Pick<Admitted<unknown>, 'keys' | 'bucket'>): string =>
  keys.catalog_id || bucket;
