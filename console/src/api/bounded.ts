// Timeouts of requests. A request without a response fails after a while, and the page says so.
import { problemOf } from './problem.ts';

/** A pending request and its abort controller. */
export interface Sent {
  readonly answer: Promise<Response>;
  readonly stop: AbortController;
}

/** For reads. By then, the service has sent its response (docs/operations.md, database deadlines). */
export const READ_MS = 30_000;
/** For changes, which wait for a transaction and perhaps for others before it. */
const CHANGE_MS = 60_000;
/** The slowest upload to allow for, in bytes per ms. */
const SLOWEST_BYTES = 8;

/** Resolves with `part`. After `ms` it fails as if the response had been lost, and calls `end`. */
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

/** The timeout of a request in ms, including the time to upload its body. */
export async function patienceFor(request: Request): Promise<number> {
  if (request.method === 'GET') return READ_MS;
  return CHANGE_MS + (await request.clone().blob()).size / SLOWEST_BYTES;
}

/**
 * The response with its whole body. The body may take any time in total, but no longer than READ_MS between two chunks.
 */
export async function untilSilent({ answer, stop }: Sent, patienceMs: number): Promise<Response> {
  const end = (): void => stop.abort();
  const response = await inTime(answer, patienceMs, end);
  // `Response` refuses a body for 204 (RFC 9110, section 15.3.5).
  if (response.body === null || response.status === 204) return response;
  const reader = response.body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const next = () => inTime(reader.read(), READ_MS, end);
  for (let part = await next(); !part.done; part = await next()) parts.push(part.value);
  return new Response(new Blob(parts), response);
}
