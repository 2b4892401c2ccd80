// Asks a model again, with the trails in reverse order, if it is unsure or contradicts the embedded judge. An answer
// that depends on the order is discarded.
import { deadlineSignal } from '../../base/deadline.ts';
import type { ModelAnswers, ModelRequestOptions, Opinion } from './model-answers.ts';
import { type Choice, reversed } from './short-list.ts';

/** A choice, with the id of the trail that the embedded judge would offer (null for none). */
export interface Inquiry extends Choice {
  readonly embeddedChoice: string | null;
}

/** Milliseconds for one prompt, including waiting and retries, and for each further prompt in a run. */
const TIMEOUT = 4000;
const PER_FURTHER_PROMPT = 400;

export type Opinions = (
  inquiries: readonly Inquiry[],
  payer: string | null,
  caller: AbortSignal | undefined,
) => Promise<readonly Opinion[]>;

/** One opinion per inquiry, in order, within one shared timeout. */
export const withSecondLook =
  (answers: ModelAnswers, timeout = TIMEOUT): Opinions =>
  async (inquiries, payer, caller) => {
    const late = deadlineSignal(timeout + PER_FURTHER_PROMPT * Math.max(0, inquiries.length - 1));
    const signal = caller === undefined ? late.signal : AbortSignal.any([late.signal, caller]);
    const run = inquiries.length > 1;
    try {
      return await lookTwice(answers, inquiries, { payer, signal, caller, run, backwards: false });
    } finally {
      late.stop();
    }
  };

async function lookTwice(
  answers: ModelAnswers,
  inquiries: readonly Inquiry[],
  options: ModelRequestOptions,
): Promise<readonly Opinion[]> {
  const first = await answers(inquiries, options);
  const doubtful = inquiries.filter((inquiry, at) => isDoubtful(inquiry, first[at]));
  if (doubtful.length === 0) return first;
  const second = await answers(doubtful.map(reversed), { ...options, backwards: true });
  const looks = new Map(doubtful.map((inquiry, at) => [inquiry, second[at]]));
  return first.map((opinion, at) => {
    const inquiry = inquiries[at];
    return agreed(opinion, inquiry === undefined ? undefined : looks.get(inquiry));
  });
}

const isDoubtful = ({ embeddedChoice }: Inquiry, opinion: Opinion | undefined): boolean =>
  opinion !== undefined &&
  !('failureReason' in opinion) &&
  (opinion.certainty === 'low' || opinion.best !== embeddedChoice);

function agreed(first: Opinion, second: Opinion | undefined): Opinion {
  if (second === undefined || 'failureReason' in first) return first;
  if ('failureReason' in second) return second;
  return second.best === first.best ? first : { failureReason: 'contradicted', retryAfter: 1 };
}
