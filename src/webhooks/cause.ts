// Why an attempt failed, as it is stored and as it is told.

/** As it is stored. Closed ports and forbidden addresses are one cause: nobody maps a network. */
const CAUSES = ['connection', 'time', 'redirect', 'status', 'gone', 'secret'] as const;
export type Cause = (typeof CAUSES)[number];

const SENTENCES: Readonly<Record<Cause, (status: number | null) => string>> = {
  connection: () => 'No connection could be made to a public address of that name. Check the address.',
  time: () => 'It did not answer within 15 seconds.',
  redirect: (status) => `It answered ${status}, a redirect, which is not followed. Enter the address it leads to.`,
  status: (status) => `It answered ${status}.`,
  gone: () => 'It answered 410: it wants no more events, and the webhook was switched off.',
  secret: () => "The stored secret cannot be read, because the service's own secret changed. Rotate the secret.",
};

/** What is said otherwise of a stream, which is never switched off and has no secret of ours. */
const OF_STREAMS: Partial<typeof SENTENCES> = {
  gone: () => 'It answered 410: what was there is gone. Enter another address, or delete the stream.',
  secret: () =>
    "What authorizes its requests cannot be read, because the service's own secret changed. Enter the header or the " +
    'keys again.',
};

/** The cause as a sentence for admins of webhooks. */
export const causeSentence = (cause: Cause, status: number | null): string => SENTENCES[cause](status);

/** The cause as a sentence for admins of audit streams. */
export const streamCauseSentence = (cause: Cause, status: number | null): string =>
  (OF_STREAMS[cause] ?? SENTENCES[cause])(status);
