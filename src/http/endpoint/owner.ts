// Whose a request is where workspaces share what there is: its workspace's, or its address's where nobody is signed in.
import type { Admitted } from './endpoint.ts';

export const ownerOf = ({ keys, bucket }: Pick<Admitted<unknown>, 'keys' | 'bucket'>): string =>
  keys.catalog_id || bucket;
