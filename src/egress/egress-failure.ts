// Why an outgoing request failed, for the person who configured the address. Closed ports and forbidden addresses give
// the same message, so that this service cannot be used to scan a network.

export type EgressReason = 'scheme' | 'address' | 'connection' | 'time' | 'size' | 'encoding';

const SENTENCES: Readonly<Record<EgressReason, string>> = {
  scheme: 'the address must begin with https://.',
  address: 'no connection could be made to a public address of that name. Check the address.',
  connection: 'no connection could be made to a public address of that name. Check the address.',
  time: 'it did not answer in time.',
  size: 'its answer is larger than 1 MB.',
  encoding: 'its answer is compressed, which was not asked for.',
};

export class EgressFailure extends Error {
  readonly reason: EgressReason;
  constructor(reason: EgressReason, options?: ErrorOptions) {
    super(SENTENCES[reason], options);
    this.name = 'EgressFailure';
    this.reason = reason;
  }
}

/** Finds the failure, even if another library wrapped it in its own error. */
export function egressFailureOf(thrown: unknown): EgressFailure | undefined {
  let cause = thrown;
  for (let depth = 0; depth < 5 && cause instanceof Error; depth += 1) {
    if (cause instanceof EgressFailure) return cause;
    cause = cause.cause;
  }
  return undefined;
}
