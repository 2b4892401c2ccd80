// The reference: scimmy-routers on Express, with resources in a Map and unique user names. It stores nothing on disk.
import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import SCIMMY from 'scimmy';
import SCIMMYRouters from 'scimmy-routers';

// Express does not include types.
const express: () => RequestListener & { use(path: string, router: unknown): void } = createRequire(import.meta.url)(
  'express',
);

interface Held {
  readonly id: string;
  readonly meta: { readonly created: Date; readonly lastModified: Date };
}

/** Stores resources whose texts under `named` are unique, regardless of case. */
function handlers(named: 'userName' | 'displayName') {
  const held = new Map<string, Held>();
  const byName = new Map<string, string>();
  return {
    ingress: (resource: { id?: string }, data: Readonly<Record<string, unknown>>) => {
      const name = String(data[named]).toLowerCase();
      const owner = byName.get(name);
      if (owner !== undefined && owner !== resource.id) throw new SCIMMY.Types.Error(409, 'uniqueness', 'Taken.');
      const id = resource.id ?? randomUUID();
      const now = new Date();
      const kept = { ...data, id, meta: { created: held.get(id)?.meta.created ?? now, lastModified: now } };
      held.set(id, kept);
      byName.set(name, id);
      return kept;
    },
    egress: (resource: { id?: string }) => {
      if (resource.id === undefined) return [...held.values()];
      const kept = held.get(resource.id);
      if (kept === undefined) throw new SCIMMY.Types.Error(404, '', 'Gone.');
      return kept;
    },
    degress: (resource: { id?: string }) => void held.delete(resource.id ?? ''),
  } as never;
}

/** Starts it on the loopback and returns its address. */
export async function startScimmy(token: string): Promise<string> {
  SCIMMY.Resources.declare(SCIMMY.Resources.User, handlers('userName'));
  SCIMMY.Resources.declare(SCIMMY.Resources.Group, handlers('displayName'));
  const app = express();
  app.use(
    '/scim',
    new SCIMMYRouters({
      type: 'bearer',
      handler: (incoming: { header(name: string): string | undefined }) => {
        if (incoming.header('Authorization') !== `Bearer ${token}`) throw new Error('Unauthorized');
        return 'idp';
      },
    } as never),
  );
  const server = createServer(app);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
