// Names of hosts as people type them, and as DNS, certificates and URLs have them.
import { domainToASCII } from 'node:url';

/**
 * The name in lower case and without outer blanks; one of other letters than ASCII, such as `münchen.de`, in the form
 * that DNS knows it by, `xn--mnchen-3ya.de`. What is no name of a host stays as it is, for the caller to refuse.
 */
export function hostName(given: string): string {
  const name = given.trim().toLowerCase();
  return /^[\x20-\x7e]*$/.test(name) || BEYOND_A_NAME.test(name) ? name : domainToASCII(name) || name;
}

/** ASCII that is in no name of a host: `domainToASCII` leaves out what stands behind some of it, and decodes `%`. */
const BEYOND_A_NAME = /[^a-z0-9._\u0080-\u{10ffff}-]/u;
