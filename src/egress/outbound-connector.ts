// Connections of undici's clients: directly, or through the operator's proxy.
import { buildConnector } from 'undici';
import type { Outbound } from './egress-request.ts';
import { proxyFor } from './proxy-for.ts';
import { openTunnel } from './tunnel.ts';

const CONNECT_TIMEOUT_MS = 5_000;

export interface ConnectorOptions {
  /** Connects to hosts without the proxy. */
  readonly direct?: buildConnector.connector;
  /** Rejects hosts that the proxy must not be asked for. */
  readonly check?: (hostname: string) => Promise<void>;
}

/** Only https goes through the proxy. Addresses without TLS are inside the network, as NO_PROXY would have it. */
export function outboundConnector(outbound: Outbound, options: ConnectorOptions = {}): buildConnector.connector {
  const { proxy, secureContext } = outbound;
  const plain = buildConnector({ timeout: CONNECT_TIMEOUT_MS, ...(secureContext && { secureContext }) });
  const { direct = plain, check = async () => undefined } = options;
  return (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, '');
    const port = Number(target.port) || 443;
    const through = target.protocol === 'https:' ? proxyFor(proxy, host, port) : undefined;
    if (through === undefined) return direct(target, callback);
    check(host)
      .then(() => openTunnel(through, { host, port }, outbound))
      .then(
        (httpSocket) => plain({ ...target, httpSocket }, callback),
        (failure: Error) => callback(failure, null),
      );
  };
}
