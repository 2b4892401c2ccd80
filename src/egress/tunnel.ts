// A connection through the operator's proxy (CONNECT, RFC 9110, section 9.3.6).
import { type ClientRequest, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { decoded } from '../base/text.ts';

/** How long the proxy may take to connect. */
const TIMEOUT_MS = 5_000;

export interface TunnelTarget {
  readonly host: string;
  readonly port: number;
}

/** Rejects with a sentence for the operator if the proxy does not answer in time or refuses. */
export function openTunnel(
  proxy: URL,
  { host, port }: TunnelTarget,
  { secureContext }: { readonly secureContext?: SecureContext | undefined },
): Promise<Socket> {
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const isTls = proxy.protocol === 'https:';
  const options = {
    host: proxy.hostname.replace(/^\[|\]$/g, ''),
    port: Number(proxy.port) || (isTls ? 443 : 80),
    method: 'CONNECT',
    path: target,
    headers: { Host: target, ...credentials(proxy) },
    agent: false as const,
    timeout: TIMEOUT_MS,
  };
  const request = isTls ? requestTls({ ...options, ...(secureContext && { secureContext }) }) : requestPlain(options);
  return tunnelOf(request, `The proxy ${proxy.host}`, target);
}

function tunnelOf(request: ClientRequest, proxy: string, target: string): Promise<Socket> {
  return new Promise((done, fail) => {
    request.once('connect', ({ statusCode = 0 }, socket: Socket) => {
      socket.setTimeout(0);
      if (statusCode >= 200 && statusCode < 300) return done(socket);
      socket.destroy();
      fail(new Error(`${proxy} refused to connect to ${target} (status ${statusCode}).`));
    });
    request.once('timeout', () => request.destroy(new Error(`${proxy} did not answer in time.`)));
    request.once('error', (cause: Error) =>
      fail(new Error(`${proxy} could not be used for ${target}: ${cause.message}`, { cause })),
    );
    request.end();
  });
}

const credentials = ({ username, password }: URL): Readonly<Record<string, string>> =>
  username === ''
    ? {}
    : { 'Proxy-Authorization': `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}` };
