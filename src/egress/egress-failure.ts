// Why an outgoing request failed, for the person who configured the address. Closed ports and forbidden addresses give
// the same message, so that this service cannot be used to scan a network.
import { type Text, t } from '../base/texts/t.ts';

export type EgressReason = 'scheme' | 'address' | 'connection' | 'time' | 'size' | 'encoding';

const SENTENCES: Readonly<Record<EgressReason, Text>> = {
  scheme: t('the address must begin with https://.'),
  address: t('no connection could be made to a public address of that name. Check the address.'),
  connection: t('no connection could be made to a public address of that name. Check the address.'),
  time: t('it did not answer in time.'),
  size: t('its answer is larger than 1 MB.'),
  encoding: t('its answer is compressed, which was not asked for.'),
};

export class EgressFailure extends Error {
  readonly reason: EgressReason;
  readonly sentence: Text;
  constructor(reason: EgressReason, options?: ErrorOptions) {
    super(String(SENTENCES[reason]), options);
    this.name = 'EgressFailure';
    this.reason = reason;
    this.sentence = SENTENCES[reason];
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
