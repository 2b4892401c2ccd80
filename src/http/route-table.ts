// Which methods each path has: for 405 with Allow, and for OPTIONS (Decisions 5 and 10).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Method } from './endpoint.ts';

type Answering = (request: FastifyRequest, reply: FastifyReply, allow: string) => FastifyReply;

const ALL = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const;

export interface RouteTable {
  add(method: Method, path: string): void;
  /** Fills every known path up with the methods that it does not have. */
  close(): void;
}

export function routeTable(app: FastifyInstance, answer: Answering): RouteTable {
  const methods = new Map<string, Set<string>>();
  return {
    add(method, path) {
      const known = methods.get(path) ?? new Set<string>();
      methods.set(path, known.add(method));
    },
    close() {
      for (const [url, known] of methods) {
        const allow = [...known]
          .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
          .concat('OPTIONS')
          .join(', ');
        const others = ALL.filter((method) => !known.has(method));
        const alsoHead = known.has('GET') ? [] : ['HEAD'];
        app.route({
          method: [...others, ...alsoHead],
          url,
          handler: async (request, reply) => answer(request, reply, allow),
        });
      }
    },
  };
}
