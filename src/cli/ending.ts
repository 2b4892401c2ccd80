// Signals that stop the service, in a single process and in the one that starts workers.
export const ENDING = ['SIGTERM', 'SIGINT'] as const;

/** Milliseconds. Under `npm start`, Ctrl-C arrives twice (from the terminal and from npm). Ignore the second. */
export const ECHO_MS = 500;
