// Normalizes the request target: path, spelling and host.
import type { IncomingMessage } from 'node:http';
import { type Refusal, refuse } from '../../base/refusal.ts';
import { repeatedHeader } from '../incoming/repeated-header.ts';

/** An HTTP/1.1 request must name its host, and no request may name two (RFC 9112, section 3.2). */
export const faultyHost = (request: IncomingMessage): Refusal | undefined =>
  request.headers.host === undefined && request.httpVersion === '1.1' ? noHost() : repeatedHeader(request, 'Host');

const noHost = (): Refusal => refuse('bad-request', 'The Host header is missing.');

/** The target as path and query, if sent with scheme and host (RFC 9112, section 3.2.2). */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const path = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  return path === target || path.startsWith('/') ? path : `/${path}`;
}

/** A door whose paths have several spellings. */
export interface Canonical {
  readonly prefix: string;
  readonly pathOf: (path: string) => string;
  /** Undefined to keep the query. */
  readonly queryOf: ((query: string) => string) | undefined;
}

/** The URL in the spelling of the routes, if a door accepts several. */
export function canonicalUrl(doors: readonly Canonical[], url: string): string {
  const door = doors.find(({ prefix }) => url.startsWith(`${prefix}/`));
  if (door === undefined) return url;
  const at = url.indexOf('?');
  if (at < 0) return door.pathOf(url);
  const query = url.slice(at);
  return door.pathOf(url.slice(0, at)) + (door.queryOf?.(query) ?? query);
}
