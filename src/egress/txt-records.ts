// Looks up TXT records of untrusted domains through this machine's resolvers, with a timeout.
import { Resolver } from 'node:dns/promises';

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Returns the TXT records of a name, each as a list of its parts. Rejects with a Node DNS error (`ENOTFOUND`,
 * `ENODATA`, `ETIMEOUT`), after about six seconds if no resolver responds.
 */
export const resolveTxt = (name: string): Promise<string[][]> =>
  new Resolver({ timeout: TIMEOUT_MS, tries: TRIES }).resolveTxt(name);
