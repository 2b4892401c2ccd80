// The reference: scimmy-routers on Express, resources in a Map, user names unique. Nothing is kept on a disk.
import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import SCIMMY from 'scimmy';
import SCIMMYRouters from 'scimmy-routers';

// Express comes without types.
const express: () => RequestListener & { use(path: string, router: unknown): void } = createRequire(import.meta.url)(
  'express',
);

interface Held {
  readonly id: string;
  readonly userName: string;
  readonly meta: { readonly created: Date; readonly lastModified: Date };
}

/** Starts it on the loopback; answers its address. */
export async function startScimmy(token: string): Promise<string> {
  const held = new Map<string, Held>();
  const byName = new Map<string, string>();
  SCIMMY.Resources.declare(SCIMMY.Resources.User, {
    ingress: (resource: { id?: string }, data: { userName: string }) => {
      const name = data.userName.toLowerCase();
      const owner = byName.get(name);
      if (owner !== undefined && owner !== resource.id) throw new SCIMMY.Types.Error(409, 'uniqueness', 'Taken.');
      const id = resource.id ?? randomUUID();
      const now = new Date();
      const user = { ...data, id, meta: { created: held.get(id)?.meta.created ?? now, lastModified: now } };
      held.set(id, user);
      byName.set(name, id);
      return user;
    },
    egress: (resource: { id?: string }) => {
      if (resource.id === undefined) return [...held.values()];
      const user = held.get(resource.id);
      if (user === undefined) throw new SCIMMY.Types.Error(404, '', 'Gone.');
      return user;
    },
    degress: (resource: { id?: string }) => void held.delete(resource.id ?? ''),
  } as never);
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
