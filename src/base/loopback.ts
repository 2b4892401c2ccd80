// The machine itself, as an address names it.

const NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True for the machine itself; `hostname` as `URL` has it, with the brackets of an IPv6 address. */
export const isLoopback = (hostname: string): boolean => NAMES.has(hostname);
