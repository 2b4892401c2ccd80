// Which methods each path has: for 405 with Allow, and for OPTIONS (Decisions 5 and 10).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Method } from './endpoint.ts';

type Answering = (request: FastifyRequest, reply: FastifyReply, allow: string) => FastifyReply;

/** Those that the router knows on every path. The others are so rare that they are looked up when one comes. */
const USUAL: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

export interface RouteTable {
  add(method: Method, path: string): void;
  /** Fills every known path up with the usual methods that it does not have. */
  close(): void;
  /** What a known path allows, for a method that the router never heard of. */
  allowInstead(method: string, url: string): string | undefined;
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
        const allow = allowOf(known);
        app.route({
          method: USUAL.filter((method) => !known.has(method) && !(method === 'HEAD' && known.has('GET'))),
          url,
          handler: async (request, reply) => answer(request, reply, allow),
        });
      }
    },
    allowInstead(method, url) {
      if (USUAL.includes(method)) return undefined;
      const path = url.split('?', 1)[0] ?? '';
      const known = [...methods].find(([pattern]) => isAt(pattern, path))?.[1];
      return known === undefined ? undefined : allowOf(known);
    },
  };
}

const allowOf = (known: ReadonlySet<string>): string =>
  [...known]
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .concat('OPTIONS')
    .join(', ');

/** True when `path` is of the route, whose parameters are whole segments. */
function isAt(route: string, path: string): boolean {
  const wanted = route.split('/');
  const given = path.split('/');
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at]);
}
