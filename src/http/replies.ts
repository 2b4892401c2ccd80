// The ways in which a request is replied to: with an answer, with a refusal in the words of the door whose path it is, or
// with the methods that its path has.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Refusal, refuse } from '../base/refusal.ts';
import type { Answer } from './answer.ts';
import type { Door } from './endpoint.ts';
import { problemAnswer } from './problem.ts';
import { sendAnswer } from './send.ts';

type RenderRefusal = Door<unknown>['render'];
type Headers = Readonly<Record<string, string>>;

export interface Replies {
  /** On paths below `prefix` refusals are spoken in the door's words from now on. */
  addRenderer(prefix: string, render: RenderRefusal): void;
  rendererFor(url: string): RenderRefusal;
  answer(request: FastifyRequest, reply: FastifyReply, answer: Answer, headers?: Headers): FastifyReply;
  refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal | 'internal'): FastifyReply;
  /** Answers OPTIONS, and refuses every other method. */
  offer(request: FastifyRequest, reply: FastifyReply, allow: string): FastifyReply;
}

/** `report` is told of bugs. */
export function openReplies(baseUrl: string, report: (thrown: unknown, requestId: string) => void): Replies {
  const renderers: { prefix: string; render: RenderRefusal }[] = [];
  const rendererFor = (url: string): RenderRefusal =>
    renderers.find(({ prefix }) => url === prefix || url.startsWith(`${prefix}/`))?.render ??
    ((refusal, { requestId }) => problemAnswer(refusal, baseUrl, requestId));
  const rendered = (request: FastifyRequest, refusal: Refusal | 'internal'): Answer => {
    request.outcome = { refusal, logged: {}, policy: '' };
    return rendererFor(request.url)(refusal, { requestId: request.id, url: request.url });
  };
  const answer: Replies['answer'] = (request, reply, given, headers = {}) => {
    reply.hijack();
    const always = { 'Request-Id': request.id, ...headers };
    try {
      sendAnswer(request.raw, reply.raw, given, always);
    } catch (thrown) {
      // An answer that cannot be written is a bug like any other: the caller is told so instead of waiting.
      report(thrown, request.id);
      sendAnswer(request.raw, reply.raw, rendered(request, 'internal'), always);
    }
    return reply;
  };
  const refuseWith: Replies['refuse'] = (request, reply, refusal) => answer(request, reply, rendered(request, refusal));
  return {
    addRenderer: (prefix, render) => void renderers.push({ prefix, render }),
    rendererFor,
    answer,
    refuse: refuseWith,
    offer(request, reply, allow) {
      if (request.method === 'OPTIONS') return answer(request, reply, { status: 204, headers: { Allow: allow } });
      const sentence = `${request.method} is not possible here. Use ${allow}.`;
      return refuseWith(request, reply, refuse('method-not-allowed', sentence, { allow }));
    },
  };
}
