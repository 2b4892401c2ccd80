// Host names: as people type them, as DNS, certificates and URLs represent them, and those of the local machine.
import { domainToASCII } from 'node:url';

/**
 * The name, trimmed and in lower case. Non-ASCII names such as `münchen.de` are converted for DNS: `xn--mnchen-3ya.de`.
 * Invalid names are returned unchanged, so that the caller can reject them.
 */
export function hostName(given: string): string {
  const name = given.trim().toLowerCase();
  return /^[\x20-\x7e]*$/.test(name) || BEYOND_A_NAME.test(name) ? name : domainToASCII(name) || name;
}

/** ASCII characters that host names cannot contain. `domainToASCII` drops text after some of them and decodes `%`. */
const BEYOND_A_NAME = /[^a-z0-9._\u0080-\u{10ffff}-]/u;

const NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True for the local machine. `hostname` is as in `URL`, with brackets around an IPv6 address. */
export const isLoopback = (hostname: string): boolean => NAMES.has(hostname);
