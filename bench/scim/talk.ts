// Talks HTTP/1.1 to a server on the loopback over keep-alive connections, and measures.
import { Agent, request } from 'node:http';

export interface Target {
  readonly address: string;
  /** The prefix of all paths. */
  readonly base: string;
  readonly token: string;
}

export interface Heard {
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends one request and reads the whole response. */
export function send(target: Target, method: string, path: string, body?: unknown): Promise<Heard> {
  const began = performance.now();
  const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  return new Promise((done, fail) => {
    const outgoing = request(
      `${target.address}${target.base}${path}`,
      {
        method,
        agent,
        headers: {
          Authorization: `Bearer ${target.token}`,
          ...(payload === undefined
            ? {}
            : { 'Content-Type': 'application/scim+json', 'Content-Length': payload.length }),
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          done({ status: answer.statusCode ?? 0, text, ms: performance.now() - began });
        });
        answer.on('error', fail);
      },
    );
    outgoing.on('error', fail);
    outgoing.end(payload);
  });
}

/** Like `send`, but throws if the status is not `wanted`. */
export async function want(
  wanted: number | readonly number[],
  target: Target,
  method: string,
  path: string,
  body?: unknown,
) {
  const heard = await send(target, method, path, body);
  if (![wanted].flat().includes(heard.status))
    throw new Error(`${method} ${path} answered ${heard.status}: ${heard.text.slice(0, 300)}`);
  return heard;
}

export interface Measured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly seconds: number;
}

/** Runs `work` for 0…count-1 with this concurrency. */
export async function measure(
  count: number,
  atOnce: number,
  work: (index: number) => Promise<Heard>,
): Promise<Measured> {
  const times: number[] = [];
  let next = 0;
  const began = performance.now();
  const lane = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      times.push((await work(index)).ms);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const seconds = (performance.now() - began) / 1_000;
  times.sort((a, b) => a - b);
  const at = (part: number): number => Math.round((times[Math.floor((times.length - 1) * part)] ?? 0) * 100) / 100;
  return {
    perSecond: Math.round(count / seconds),
    p50: at(0.5),
    p99: at(0.99),
    seconds: Math.round(seconds * 100) / 100,
  };
}
