// Writes bytes directly to a socket, for requests that no HTTP client would send.
import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends the bytes and returns the first response. Rejects if the connection ends without one. */
export function sendRaw(port: number, bytes: string | Buffer, thenMore?: AsyncIterable<Buffer>): Promise<RawAnswer> {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1');
      const answer = parse(heard);
      if (answer === undefined) return;
      socket.destroy();
      done(answer);
    });
    socket.once('error', fail);
    socket.once('close', () => fail(new Error(`the connection ended after ${JSON.stringify(heard.slice(0, 200))}`)));
    socket.write(bytes);
    if (thenMore !== undefined) void pour(socket, thenMore);
  });
}

async function pour(socket: ReturnType<typeof connect>, more: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of more) {
    if (socket.destroyed) return;
    if (!socket.write(chunk)) await new Promise((go) => socket.once('drain', go).once('close', go));
  }
}

function parse(heard: string): RawAnswer | undefined {
  const end = heard.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = heard.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = heard.slice(end + 4);
  if (body.length < Number(headers['content-length'] ?? 0)) return undefined;
  return { status: Number(statusLine.split(' ')[1]), headers, body };
}
