// The id of a request: the caller's, where it is well-formed, else a new one (Decision 7).
import { newId } from '../base/id.ts';

const WELL_FORMED = /^[A-Za-z0-9._-]{1,128}$/;

export const requestIdOf = (inbound: string | string[] | undefined): string =>
  typeof inbound === 'string' && WELL_FORMED.test(inbound) ? inbound : newId();
