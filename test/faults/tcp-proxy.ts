// A network between the service and its database that fails like real ones: silence, refused connections, dropped
// connections.
import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** The URL with this proxy as the host. */
  through(url: string): string;
  /** Open connections pass on no more data in either direction. With `everything`, new connections do not either. */
  silence(extent: 'open connections' | 'everything'): void;
  /** Resolves once this text was sent on a silent connection. */
  swallowed(text: string): Promise<void>;
  /** Drops each open connection on its next use. New connections work again. */
  cutWhenUsed(): void;
  /** Closes open connections and refuses new ones. */
  refuse(): void;
  /** New connections work again. Silenced ones stay silent. */
  heal(): void;
  /** Silenced bytes are lost. New traffic goes to this port. */
  pointTo(port: number): void;
  close(): Promise<void>;
}

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
  isSilent: boolean;
  isDoomed: boolean;
}

/** Listens on a free loopback port and forwards everything to `target`. */
export async function tcpProxy(host: string, target: number): Promise<TcpProxy> {
  let mode: 'open' | 'silent' | 'refusing' = 'open';
  let port = target;
  const pairs = new Set<Pair>();
  const server = net.createServer({ allowHalfOpen: true }, (near) => {
    if (mode === 'refusing') return void near.destroy();
    const far = net.connect({ port, host, allowHalfOpen: true });
    join({ near, far, isSilent: mode === 'silent', isDoomed: false }, pairs);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = (server.address() as AddressInfo).port;
  const cut = (): void => {
    for (const { near, far } of pairs) {
      near.destroy();
      far.destroy();
    }
  };
  return {
    port: own,
    through(url) {
      const changed = new URL(url);
      changed.hostname = '127.0.0.1';
      changed.port = String(own);
      return changed.href;
    },
    silence(extent) {
      if (extent === 'everything') mode = 'silent';
      for (const pair of pairs) pair.isSilent = true;
    },
    swallowed: (text) =>
      new Promise((done) => {
        for (const { near } of pairs) near.on('data', (bytes) => void (bytes.includes(text) && done()));
      }),
    cutWhenUsed() {
      for (const pair of pairs) pair.isDoomed = true;
    },
    refuse() {
      mode = 'refusing';
      cut();
    },
    heal() {
      mode = 'open';
    },
    pointTo(next) {
      port = next;
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

function join(pair: Pair, pairs: Set<Pair>): void {
  const { near, far } = pair;
  pairs.add(pair);
  near.on('data', (bytes) => {
    if (pair.isDoomed) near.destroy();
    else if (!pair.isSilent) far.write(bytes);
  });
  far.on('data', (bytes) => void (pair.isSilent || near.write(bytes)));
  near.on('end', () => void (pair.isSilent || far.end()));
  far.on('end', () => void (pair.isSilent || near.end()));
  near.on('error', () => far.destroy());
  far.on('error', () => void (pair.isSilent || near.destroy()));
  near.on('close', () => {
    pairs.delete(pair);
    far.destroy();
  });
  far.on('close', () => void (pair.isSilent || near.destroy()));
}
