// The ways in which a request is replied to: with an answer, with a refusal in the words of the door whose path it is,
// or with the methods that its path has.
import { type Refusal, refuse } from '../../base/refusal.ts';
import type { Exchange } from '../incoming/exchange.ts';
import { type Answer, bytesIn, type RenderRefusal } from './answer.ts';
import { heldAnswers } from './held-answers.ts';
import { problemAnswer } from './problem.ts';
import { sendAnswer } from './send.ts';

type Headers = Readonly<Record<string, string>>;

export interface Replies {
  /** On paths below `prefix` refusals are rendered in the door's words from now on. */
  addRenderer(prefix: string, render: RenderRefusal): void;
  rendererFor(url: string): RenderRefusal;
  /** What every answer carries, whatever it answers. */
  readonly always: Headers;
  /** `owner`: of whose large answers it is one, and is refused where there are too many. */
  answer(exchange: Exchange, answer: Answer, headers?: Headers, owner?: string): void;
  refuse(exchange: Exchange, refusal: Refusal | 'internal'): void;
  /** Answers OPTIONS, and refuses every other method. */
  offer(exchange: Exchange, allow: string): void;
}

export interface RepliesDeps {
  readonly baseUrl: string;
  /** True while the server drains: then every answer is the last of its connection. */
  readonly isDraining: () => boolean;
  /** Called with bugs, and with answers whose stream failed on the way. */
  readonly report: (thrown: unknown, requestId: string) => void;
}

/** A year, as browsers are asked for at least (RFC 6797, section 6.1.1). */
const TRANSPORT_SECURITY = 'max-age=31536000';

export function openReplies({ baseUrl, isDraining, report }: RepliesDeps): Replies {
  const renderers: { prefix: string; render: RenderRefusal }[] = [];
  const always: Headers = {
    'X-Content-Type-Options': 'nosniff',
    ...(baseUrl.startsWith('https:') ? { 'Strict-Transport-Security': TRANSPORT_SECURITY } : {}),
  };
  const held = heldAnswers();
  const lastOfAll: Headers = { ...always, Connection: 'close' };
  const rendererFor = (url: string): RenderRefusal =>
    renderers.find(({ prefix }) => url === prefix || url.startsWith(`${prefix}/`))?.render ??
    ((refusal, { requestId }) => problemAnswer(refusal, baseUrl, requestId));
  const rendered = (exchange: Exchange, refusal: Refusal | 'internal'): Answer => {
    const url = exchange.request.url ?? '';
    exchange.outcome = { refusal, logged: exchange.outcome?.logged ?? {}, policy: exchange.outcome?.policy };
    return rendererFor(url)(refusal, { requestId: exchange.id, url });
  };
  /** The answer, or the refusal of one that is too large beside those that are under way. */
  const withRoom = (exchange: Exchange, given: Answer, owner: string): Answer => {
    const bytes = exchange.request.method === 'HEAD' ? undefined : bytesIn(given);
    const refusal = bytes && held.hold(owner, bytes, exchange.response);
    return refusal === undefined ? given : rendered(exchange, refusal);
  };
  const answer: Replies['answer'] = (exchange, given, headers = {}, owner = '') => {
    const own = [{ 'Request-Id': exchange.id }, headers, isDraining() ? lastOfAll : always];
    const failed = (thrown: unknown): void => report(thrown, exchange.id);
    try {
      sendAnswer(exchange.request, exchange.response, withRoom(exchange, given, owner), own, failed);
    } catch (thrown) {
      // An answer that cannot be written is a bug like any other: the caller is told so instead of waiting.
      failed(thrown);
      sendAnswer(exchange.request, exchange.response, rendered(exchange, 'internal'), own, failed);
    }
  };
  const refuseWith: Replies['refuse'] = (exchange, refusal) => answer(exchange, rendered(exchange, refusal));
  return {
    addRenderer: (prefix, render) => void renderers.push({ prefix, render }),
    rendererFor,
    always,
    answer,
    refuse: refuseWith,
    offer(exchange, allow) {
      const { method } = exchange.request;
      if (method === 'OPTIONS') return answer(exchange, { status: 204, headers: { Allow: allow } });
      const sentence = `${method} is not possible here. Use ${allow}.`;
      return refuseWith(exchange, refuse('method-not-allowed', sentence, { allow }));
    },
  };
}
