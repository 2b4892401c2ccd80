// The signals that end the service: the same in its process and in the one that starts workers.
export const ENDING = ['SIGTERM', 'SIGINT'] as const;

/** Milliseconds. Ctrl-C under `npm start` arrives twice, from the terminal and from npm: an echo is no second wish. */
export const ECHO_MS = 500;
