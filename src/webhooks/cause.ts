// Why an attempt failed, as it is stored and as it is told.

/** As it is stored. Closed ports and forbidden addresses are one cause: nobody maps a network. */
export const CAUSES = ['connection', 'time', 'redirect', 'status', 'gone', 'secret'] as const;
export type Cause = (typeof CAUSES)[number];

const SENTENCES: Readonly<Record<Cause, (status: number | null) => string>> = {
  connection: () => 'No connection could be made to a public address of that name. Check the address.',
  time: () => 'It did not answer within 15 seconds.',
  redirect: (status) => `It answered ${status}, a redirect, which is not followed. Enter the address it leads to.`,
  status: (status) => `It answered ${status}.`,
  gone: () => 'It answered 410: it wants no more events, and the webhook was switched off.',
  secret: () => "The stored secret cannot be read, because the service's own secret changed. Rotate the secret.",
};

/** The cause as a sentence for admins. */
export const causeSentence = (cause: Cause, status: number | null): string => SENTENCES[cause](status);
