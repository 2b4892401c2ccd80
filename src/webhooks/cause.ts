// The reason that an attempt failed: the stored cause, and the sentence for admins.

/** Stored causes. Closed ports and forbidden addresses share one, so that responses cannot be used to map a network. */
const CAUSES = ['connection', 'time', 'redirect', 'status', 'gone', 'secret'] as const;
export type Cause = (typeof CAUSES)[number];

const SENTENCES: Readonly<Record<Cause, (status: number | null) => string>> = {
  connection: () => 'No connection could be made to a public address of that name. Check the address.',
  time: () => 'It did not answer within 15 seconds.',
  redirect: (status) => `It answered ${status}, a redirect, which is not followed. Enter the address that it leads to.`,
  status: (status) => `It answered ${status}.`,
  gone: () => 'It answered 410, so it wants no more events. The webhook was turned off.',
  secret: () => "The stored secret cannot be read, because the service's own secret changed. Rotate the secret.",
};

/** Different sentences for streams, which are never turned off and have no secret from the service. */
const OF_STREAMS: Partial<typeof SENTENCES> = {
  gone: () => 'It answered 410, so the receiver no longer exists. Enter another address, or delete the stream.',
  secret: () =>
    "Its credentials cannot be read, because the service's own secret changed. Enter the header or the " +
    'keys again.',
};

export const causeSentence = (cause: Cause, status: number | null): string => SENTENCES[cause](status);

export const streamCauseSentence = (cause: Cause, status: number | null): string =>
  (OF_STREAMS[cause] ?? SENTENCES[cause])(status);
