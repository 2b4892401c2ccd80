// Detects URLs of the local machine.

const NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True for the local machine. `hostname` is as in `URL`, with brackets around an IPv6 address. */
export const isLoopback = (hostname: string): boolean => NAMES.has(hostname);
