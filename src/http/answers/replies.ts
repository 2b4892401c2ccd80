// Replies to requests with a response, a refusal in the format of the path's door, or the allowed methods of a path.

import { type Refusal, refuse } from '../../base/refusal.ts';
import { t } from '../../base/texts/t.ts';
import type { Exchange } from '../incoming/exchange.ts';
import { type Answer, bytesIn, type RenderRefusal } from './answer.ts';
import { heldAnswers } from './held-answers.ts';
import type { Languages } from './languages.ts';
import { problemAnswer } from './problem.ts';
import { sendAnswer } from './send.ts';

type Headers = Readonly<Record<string, string>>;

export interface Replies {
  /** Renders refusals below `prefix` in the door's format from now on. */
  addRenderer(prefix: string, render: RenderRefusal): void;
  rendererFor(url: string): RenderRefusal;
  /** Headers of every response. */
  readonly always: Headers;
  /** `owner`: the one whose limit a large response counts toward. Above the limit, the response is refused. */
  answer(exchange: Exchange, answer: Answer, headers?: Headers, owner?: string): void;
  refuse(exchange: Exchange, refusal: Refusal | 'internal'): void;
  /** Responds to OPTIONS and refuses every other method. */
  offer(exchange: Exchange, allow: string): void;
}

export interface RepliesDeps {
  readonly baseUrl: string;
  readonly languages: Languages;
  /** True while the server drains. Every response then closes its connection. */
  readonly isDraining: () => boolean;
  /** Called for bugs and for responses whose stream failed. */
  readonly report: (thrown: unknown, requestId: string) => void;
}

/** One year, the minimum that browsers ask for (RFC 6797, section 6.1.1). */
const TRANSPORT_SECURITY = 'max-age=31536000';

export function openReplies({ baseUrl, languages, isDraining, report }: RepliesDeps): Replies {
  const renderers: { prefix: string; render: RenderRefusal }[] = [];
  const always: Headers = {
    'X-Content-Type-Options': 'nosniff',
    ...(baseUrl.startsWith('https:') ? { 'Strict-Transport-Security': TRANSPORT_SECURITY } : {}),
  };
  const held = heldAnswers();
  const lastOfAll: Headers = { ...always, Connection: 'close' };
  const rendererFor = (url: string): RenderRefusal =>
    renderers.find(({ prefix }) => url === prefix || url.startsWith(`${prefix}/`))?.render ??
    ((refusal, { requestId }, language) => problemAnswer(refusal, baseUrl, requestId, language));
  const rendered = (exchange: Exchange, refusal: Refusal | 'internal'): Answer => {
    const { url = '', headers } = exchange.request;
    exchange.outcome = { refusal, logged: exchange.outcome?.logged ?? {}, policy: exchange.outcome?.policy };
    return rendererFor(url)(refusal, { requestId: exchange.id, url }, languages(headers['accept-language']));
  };
  /** The response, or a refusal if too many large ones are being sent. */
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
      // If a response cannot be written, handles that like any other bug, so that the client does not wait.
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
      const sentence = t('{method} is not allowed here. Use {allow}.', { method, allow });
      return refuseWith(exchange, refuse('method-not-allowed', sentence, { allow }));
    },
  };
}
