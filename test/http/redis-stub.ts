// A stub Redis with scripted replies. It implements as much of the protocol (RESP2) as the rate limiter's client needs.
import { createServer, type Socket } from 'node:net';

export interface RedisStub {
  readonly url: string;
  /** The scripts that were called, each with its key and arguments. */
  readonly asked: readonly (readonly string[])[];
  /** The number of connections so far. */
  connections(): number;
  /** Closes every connection. */
  cut(): void;
  close(): Promise<void>;
}

/** A script's reply: three numbers, an error message, or no reply at all. */
export type Scripted = readonly [number, number, number] | string | undefined;

export async function redisStub(answer: () => Scripted): Promise<RedisStub> {
  const asked: string[][] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    connections += 1;
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    let text = '';
    socket.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      for (let found = command(text); found !== undefined; found = command(text)) {
        text = text.slice(found.length);
        const [name = '', ...args] = found.words;
        if (name.toLowerCase() !== 'eval') socket.write(name.toLowerCase() === 'info' ? bulk('loading:0') : '+OK\r\n');
        else {
          asked.push(args.slice(1));
          socket.write(scripted(answer()));
        }
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `redis://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    asked,
    connections: () => connections,
    cut,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        cut();
      }),
  };
}

const bulk = (text: string): string => `$${text.length}\r\n${text}\r\n`;

function scripted(answer: Scripted): string {
  if (answer === undefined) return '';
  if (typeof answer === 'string') return `-ERR ${answer}\r\n`;
  return `*3\r\n${answer.map((number) => `:${number}\r\n`).join('')}`;
}

/** The first command in the text, once it is complete. */
function command(text: string): { readonly words: readonly string[]; readonly length: number } | undefined {
  const head = /^\*(\d+)\r\n/.exec(text);
  if (head === null) return undefined;
  let at = head[0].length;
  const words: string[] = [];
  for (let left = Number(head[1]); left > 0; left -= 1) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at));
    if (size === null) return undefined;
    const from = at + size[0].length;
    at = from + Number(size[1]) + 2;
    if (text.length < at) return undefined;
    words.push(text.slice(from, at - 2));
  }
  return { words, length: at };
}
