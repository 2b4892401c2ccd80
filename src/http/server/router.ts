// Finds the endpoint for a URL. Each path is stored once with its methods, so that 404, 405 and Allow need no second
// lookup (Decisions 5 and 10).
import findMyWay from 'find-my-way';
import type { Method } from '../endpoint/endpoint.ts';

/** Longer path parameters never match, because no id, key or name is that long. */
const MAX_PARAMETER_LENGTH = 300;

export interface Router<Route> {
  /** Throws if the path already has the method. */
  add(method: Method, path: string, route: Route): void;
  /** Returns `malformed` for an undecodable URL, and undefined for an unknown path. */
  find(method: string, url: string): RouteMatch<Route> | 'malformed' | undefined;
}

export interface RouteMatch<Route> {
  /** The path with the names of its parameters, e.g. `/v1/trails/:trail_id`. */
  readonly path: string;
  /** Undefined if the path does not have the method. HEAD is served as GET. */
  readonly route: Route | undefined;
  /** The path's methods, for the Allow header. */
  readonly allow: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
}

interface Path<Route> {
  readonly path: string;
  readonly methods: Map<string, Route>;
  allow: string;
}

export function openRouter<Route>(): Router<Route> {
  const tree = findMyWay({ maxParamLength: MAX_PARAMETER_LENGTH, onBadUrl: () => undefined });
  const paths = new Map<string, Path<Route>>();
  return {
    add(method, path, route) {
      let known = paths.get(path);
      if (known === undefined) {
        known = { path, methods: new Map(), allow: '' };
        paths.set(path, known);
        tree.on('GET', path, () => undefined, known);
      }
      if (known.methods.has(method)) throw new Error(`${method} ${path} is in the table twice`);
      known.methods.set(method, route);
      known.allow = allowOf(known.methods.keys());
    },
    find(method, url) {
      const match = tree.find('GET', url);
      if (match === null) return undefined;
      if (match.store === null) return 'malformed';
      if (SLASH_AT_THE_END.test(url) && hasEmpty(match.params)) return undefined;
      const { path, methods, allow }: Path<Route> = match.store;
      const route = methods.get(method === 'HEAD' && !methods.has('HEAD') ? 'GET' : method);
      return { path, route, allow, params: match.params as Record<string, string>, query: match.searchParams };
    },
  };
}

const SLASH_AT_THE_END = /\/(?:[?#]|$)/;

/** True if a path parameter is empty: `/v1/trails/` does not match `/v1/trails/{id}`. */
const hasEmpty = (params: Readonly<Record<string, string | undefined>>): boolean =>
  Object.entries(params).some(([name, value]) => name !== '*' && value === '');

/** The Allow header of a path with these methods. HEAD comes with GET, and OPTIONS is always allowed. */
export const allowOf = (methods: Iterable<string>): string => {
  const own = [...methods].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return own.includes('OPTIONS') ? own.join(', ') : [...own, 'OPTIONS'].join(', ');
};
