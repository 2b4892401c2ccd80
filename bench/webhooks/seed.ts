// The fixture of the webhook bench: a workspace without webhooks, one with ten, and their receiver.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from '../../src/storage/database.ts';
import { built } from '../support/built.ts';
import { BY_BENCH } from '../support/by-bench.ts';
import { CONNECTIONS } from '../support/load.ts';
import { type Seeded, seed } from '../support/seed.ts';

export const WEBHOOKS = 10;
/** The service's settings, which encrypt the secrets of webhooks. */
export const SETTINGS = {
  CAIRN_SECRET: 'a secret of at least thirty-two characters',
  CAIRN_PUBLIC_URL: 'http://localhost:8080',
  CAIRN_EGRESS_ALLOW: '127.0.0.0/8',
} as const;

export interface Hook {
  readonly url: string;
  /** The number of deliveries received so far. */
  arrived(): number;
}

/** A receiver that accepts everything immediately. */
export async function openHook(): Promise<Hook> {
  let arrived = 0;
  const server = createServer((request, response) => {
    arrived += 1;
    request.resume().on('end', () => response.writeHead(204).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, arrived: () => arrived };
}

/** Both workspaces. Every event of the second one goes to ten webhooks. */
export async function twoWorkspaces(database: Database, hook: Hook): Promise<{ without: Seeded; withTen: Seeded }> {
  const { createWebhook } = await built<typeof import('../../src/webhooks/webhooks.ts')>('webhooks/webhooks.js');
  const { EVENT_TYPES } = await built<typeof import('../../src/webhooks/event-types.ts')>('webhooks/event-types.js');
  const { sealerOf } = await built<typeof import('../../src/identity/sealed-secret.ts')>('identity/sealed-secret.js');
  const without = await seed(database, CONNECTIONS);
  const withTen = await seed(database, CONNECTIONS + 1);
  const events = EVENT_TYPES.map(({ type }) => type);
  const deps = { sealer: sealerOf(() => [SETTINGS.CAIRN_SECRET]), publicUrl: SETTINGS.CAIRN_PUBLIC_URL };
  for (let count = 0; count < WEBHOOKS; count += 1) {
    const webhook = { name: `Hook ${count}`, url: hook.url, events, signing: 'hmac-sha256' } as const;
    await database.inTransaction((tx) => createWebhook(tx, withTen.team_id, webhook, deps, Date.now(), BY_BENCH));
  }
  return { without, withTen };
}
