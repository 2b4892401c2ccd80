// A proxy that adds an employee's key to requests for /mcp, because the tools cannot sign in without a person. The
// plugin therefore stays exactly as downloaded.
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SignedInDoor {
  readonly address: string;
  /** Forwards to the service at this address. Each workspace has its own key. */
  forward(service: string, keys: ReadonlyMap<string, string>): void;
  close(): void;
}

export async function openSignedInDoor(): Promise<SignedInDoor> {
  let target: { readonly service: URL; readonly keys: ReadonlyMap<string, string> } | undefined;
  const server = createServer((request, response) => {
    if (target === undefined) return void response.writeHead(503).end();
    const { service, keys } = target;
    const key = keys.get(/^\/mcp\/([0-9a-f-]{36})/.exec(request.url ?? '')?.[1] ?? '');
    const headers = { ...request.headers, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) };
    const { hostname, port } = service;
    const forwarded = send({ hostname, port, path: request.url, method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    request.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forward(service, keys) {
      target = { service: new URL(service), keys };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
