// Whom a request counts against if workspaces share a resource: its workspace, or its address if no one is signed in.
import type { Admitted } from './endpoint.ts';

export const ownerOf = ({ keys, bucket }: Pick<Admitted<unknown>, 'keys' | 'bucket'>): string =>
  keys.catalog_id || bucket;
