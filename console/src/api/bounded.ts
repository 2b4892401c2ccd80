// A request that nobody answers comes to an end: after a silence it has failed, and the page says that no answer came.
import { problemOf } from './problem.ts';

/** A request under way, and what ends it. */
export interface Sent {
  readonly answer: Promise<Response>;
  readonly stop: AbortController;
}

/** For what changes nothing: the service has answered or refused by then (docs/operations.md, database deadlines). */
export const READ_MS = 30_000;
/** A change waits for a transaction, and for others before it. */
const CHANGE_MS = 60_000;
/** What the slowest line carries in a millisecond: only then is it certain that all of a body is on its way. */
const SLOWEST_BYTES = 8;

/** What `part` brings. Fails as any lost answer does after `ms` without it; `end` is called then. */
export function inTime<Part>(part: Promise<Part>, ms: number, end?: () => void): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      fail(problemOf(undefined));
      end?.();
    }, ms);
  });
  return Promise.race([part, silence]).finally(() => clearTimeout(timer));
}

/** How long a request may be without an answer, in ms: a large body is given the time that it takes. */
export async function patienceFor(request: Request): Promise<number> {
  if (request.method === 'GET') return READ_MS;
  return CHANGE_MS + (await request.clone().blob()).size / SLOWEST_BYTES;
}

/** The answer with its whole body, which may take any time, but fall silent no longer than a read may. */
export async function untilSilent({ answer, stop }: Sent, patienceMs: number): Promise<Response> {
  const end = (): void => stop.abort();
  const response = await inTime(answer, patienceMs, end);
  // 204 has no content (RFC 9110, section 15.3.5), and no answer can be made of it that has.
  if (response.body === null || response.status === 204) return response;
  const reader = response.body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const next = () => inTime(reader.read(), READ_MS, end);
  for (let part = await next(); !part.done; part = await next()) parts.push(part.value);
  return new Response(new Blob(parts), response);
}
