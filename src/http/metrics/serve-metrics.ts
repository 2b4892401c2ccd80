// The metrics port: GET /metrics for programs on this machine, or with a token from elsewhere.
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Metrics } from './metrics.ts';

export interface MetricsPort {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Programs on other machines send it as a bearer token. If undefined, their requests are refused. */
  readonly token: string | undefined;
}

/** Serves `GET /metrics`. Other machines get 403 if no token is configured, and 401 if they don't send the token. */
export function serveMetrics(metrics: Pick<Metrics, 'text'>, { host, port, token }: MetricsPort): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    if (!isOwnMachine(request) && !hasToken(request, token)) {
      const challenge = token === undefined ? {} : { 'WWW-Authenticate': 'Bearer' };
      response.writeHead(token === undefined ? 403 : 401, { 'Content-Type': 'text/plain', ...challenge });
      response.end(
        token === undefined ? UNCONFIGURED : 'Send the header "Authorization: Bearer <CAIRN_METRICS_TOKEN>".\n',
      );
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, () => done(server));
  });
}

const UNCONFIGURED = 'Only programs on the same machine may read metrics. Set CAIRN_METRICS_TOKEN to let others in.\n';

/** IPv4 addresses look like `::ffff:127.0.0.1` if the port accepts both IPv4 and IPv6. */
const isOwnMachine = ({ socket }: IncomingMessage): boolean =>
  /^(?:::1|(?:::ffff:)?127\.[\d.]+)$/.test(socket.remoteAddress ?? '');

function hasToken({ headers }: IncomingMessage, token: string | undefined): boolean {
  const [, sent] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (token === undefined || sent === undefined) return false;
  return timingSafeEqual(digestOf(sent), digestOf(token));
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
