// How requests leave this process: through the operator's proxy, and with the certificate authorities that it trusts.
// Used by every HTTP client, whether its address comes from a stranger (egress.ts) or from the operator.
import { Agent as HttpsAgent, type RequestOptions } from 'node:https';
import { type Duplex, PassThrough } from 'node:stream';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { openedOnce } from '../base/once.ts';
import type { Outbound } from './egress-request.ts';
import { proxyFor } from './proxy-for.ts';
import { openTunnel } from './tunnel.ts';

const isPlain = ({ proxy, secureContext }: Outbound): boolean => proxy === undefined && secureContext === undefined;

/** `fetch` for addresses that the operator chose. Only https goes through the proxy. */
export function outboundFetch(outbound: Outbound): typeof fetch {
  if (isPlain(outbound)) return fetch;
  const client = openedOnce(async () => {
    const [{ Agent, fetch: fetchThrough }, { outboundConnector }] = await Promise.all([
      import('undici'),
      import('./outbound-connector.ts'),
    ]);
    const dispatcher = new Agent({ connect: outboundConnector(outbound) });
    // undici's types of requests and responses differ from Node's, although the classes behave alike.
    const send = fetchThrough as unknown as (input: unknown, init: object) => Promise<Response>;
    return async (input: unknown, init: RequestInit = {}) =>
      send(input, { ...init, ...(init.body instanceof FormData && (await asBytes(init))), dispatcher });
  });
  return async (input, init) => (await client.open())(input, init);
}

/** undici does not recognize Node's own class for forms. */
async function asBytes({ body = null, headers }: RequestInit): Promise<Pick<RequestInit, 'body' | 'headers'>> {
  const form = new Response(body);
  const type = form.headers.get('content-type') ?? '';
  return {
    body: new Uint8Array(await form.arrayBuffer()),
    headers: [...new Headers(headers), ['content-type', type]],
  };
}

/** An agent for clients that use `node:https`; undefined if Node's own will do. */
export const outboundAgent = (outbound: Outbound): HttpsAgent | undefined =>
  isPlain(outbound) ? undefined : new OutboundAgent(outbound);

type Connected = (failure: Error | null, stream: Duplex) => void;

class OutboundAgent extends HttpsAgent {
  readonly #outbound: Outbound;
  constructor(outbound: Outbound) {
    super({ keepAlive: true, ...(outbound.secureContext && { secureContext: outbound.secureContext }) });
    this.#outbound = outbound;
  }
  override createConnection(options: RequestOptions, connected?: Connected): Duplex | null | undefined {
    const target = { host: options.host ?? '', port: Number(options.port ?? 443) };
    const proxy = proxyFor(this.#outbound.proxy, target.host, target.port);
    if (proxy === undefined) return super.createConnection(options, connected);
    openTunnel(proxy, target, this.#outbound).then(
      (socket) => connected?.(null, connectTls({ ...options, socket } as ConnectionOptions)),
      (failure: Error) => connected?.(failure, new PassThrough()),
    );
    return undefined;
  }
}
