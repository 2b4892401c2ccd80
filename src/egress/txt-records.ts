// TXT records of domains that somebody else chose: asked of the resolvers of this machine, bounded in time.
import { Resolver } from 'node:dns/promises';

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * The texts of the TXT records at a name, each in its pieces. Rejects with a Node DNS error (`ENOTFOUND`, `ENODATA`,
 * `ETIMEOUT`), after about six seconds where no resolver answers.
 */
export const resolveTxt = (name: string): Promise<string[][]> =>
  new Resolver({ timeout: TIMEOUT_MS, tries: TRIES }).resolveTxt(name);
