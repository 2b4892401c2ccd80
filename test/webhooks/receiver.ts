// A local webhook receiver, which records requests and responds as the test specifies.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Answering = (response: ServerResponse, request: IncomingMessage, received: Received) => void;

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Responds this way from now on. */
  answers(how: Answering): void;
  close(): Promise<void>;
}

const TAKEN: Answering = (response) => response.writeHead(204).end();

export async function receiver(): Promise<Receiver> {
  let answering = TAKEN;
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const one = { headers: request.headers as Record<string, string>, body: Buffer.concat(parts).toString() };
      received.push(one);
      answering(response, request, one);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answers(how) {
      answering = how;
    },
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

/** Responds with this status and nothing else. */
export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Answering =>
  (response) =>
    response.writeHead(code, headers).end();

interface Payload {
  readonly type: string;
  readonly data: {
    readonly subject: { readonly id: string };
    readonly revision?: number;
    readonly version?: number;
    readonly expires_at?: string;
  };
}

export const payloadOf = ({ body }: Received): Payload => JSON.parse(body) as Payload;
