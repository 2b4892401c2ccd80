// A network with one way out: a proxy that accepts only CONNECT. Only the proxy knows names below corp.invalid,
// and all certificates come from a private authority.
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, request as send } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcp, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

export const CA_FILE = 'test/fixtures/tls/network-ca.cert.pem';
const CERTIFICATE = {
  key: readFileSync('test/fixtures/tls/network.key.pem'),
  cert: readFileSync('test/fixtures/tls/network.cert.pem'),
};

export interface ClosedNetwork {
  readonly proxyUrl: string;
  /** The targets that the proxy was asked for. */
  readonly asked: string[];
  /** Gives the server at `url` the address https://NAME.corp.invalid, and returns that address. */
  publish(name: string, url: string): string;
  close(): Promise<void>;
}

const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;

export async function closedNetwork(credentials = ''): Promise<ClosedNetwork> {
  const places = new Map<string, string>();
  const asked: string[] = [];
  const tunnels = new Set<Socket>();
  const front = createTlsServer(CERTIFICATE, forward(places));
  const proxy = createServer((_request, response) => response.writeHead(405).end());
  proxy.on('connect', (request, socket: Socket) => {
    const target = request.url ?? '';
    asked.push(target);
    tunnels.add(socket);
    const expected = `Basic ${Buffer.from(credentials).toString('base64')}`;
    if (credentials !== '' && request.headers['proxy-authorization'] !== expected)
      return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    if (!places.has(target.replace(/:443$/, ''))) return socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    join(socket, connect(portOf(front), '127.0.0.1'));
  });
  await Promise.all([front, proxy].map((server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done))));
  const user = credentials === '' ? '' : `${credentials.split(':').map(encodeURIComponent).join(':')}@`;
  return {
    proxyUrl: `http://${user}127.0.0.1:${portOf(proxy)}`,
    asked,
    publish(name, url) {
      places.set(`${name}.corp.invalid`, url);
      return `https://${name}.corp.invalid`;
    },
    async close() {
      for (const tunnel of tunnels) tunnel.destroy();
      for (const server of [proxy, front]) server.closeAllConnections();
      await Promise.all([proxy, front].map((server) => new Promise((done) => server.close(done))));
    },
  };
}

/** Sends each request to the server that has its host name. */
const forward =
  (places: ReadonlyMap<string, string>): RequestListener =>
  (request, response) => {
    const { host = '' } = request.headers;
    const headers = { ...request.headers, 'x-forwarded-proto': 'https', 'x-forwarded-host': host };
    const { method = 'GET', url = '/' } = request;
    const onward = send(new URL(url, places.get(host)), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  };

function join(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one);
  one.on('error', () => other.destroy());
  other.on('error', () => one.destroy());
}

/** The server's answer to a client's request for TLS, in PostgreSQL's protocol. */
const SSL_REQUEST_BYTES = 8;

/** TLS in front of a server at `port`: from the first byte, or once a PostgreSQL client asks for it. */
export async function tlsInFrontOf(port: number, protocol: 'tls' | 'postgres'): Promise<Server & { port: number }> {
  const wrap = (socket: Socket): void => {
    const secure = new TLSSocket(socket, { isServer: true, ...CERTIFICATE });
    join(secure, connect(port, '127.0.0.1'));
  };
  const server = createTcp((socket) => {
    socket.on('error', () => undefined);
    if (protocol === 'tls') return wrap(socket);
    socket.once('readable', () => {
      socket.read(SSL_REQUEST_BYTES);
      socket.write('S', () => wrap(socket));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(server, { port: portOf(server) });
}
