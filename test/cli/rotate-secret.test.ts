// `cairn rotate-secret` and CAIRN_SECRET_PREVIOUS: a former secret decrypts what it encrypted until it is encrypted
// again.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/base/id.ts';
import type { Secrets } from '../../src/base/secrets.ts';
import { resealAll, type SealedText, type SealedTexts } from '../../src/identity/reseal.ts';
import { sealerOf } from '../../src/identity/sealed-secret.ts';
import { sealedClientSecrets } from '../../src/identity/sealed-settings-store.ts';
import { serviceSecrets } from '../../src/start/service-secrets.ts';
import type { Database } from '../../src/storage/database.ts';
import { findSharedSecret, sharedSecret } from '../../src/storage/shared-secret.ts';
import { sql } from '../../src/storage/sql.ts';
import { streamPlace, webhookPlace } from '../../src/webhooks/sealed-places.ts';
import { sealedStreamCredentials, sealedWebhookSecrets } from '../../src/webhooks/sealed-texts-store.ts';
import { createWorkspace } from '../../src/workspaces/workspace.ts';
import { commandsOn } from '../support/command.ts';
import { openTestDatabase } from '../support/database.ts';
import { BY_TEST } from '../support/test-team.ts';

const FORMER = 'a former secret of the service, 40 chars';
const CURRENT = 'a current secret of the service, 40 chars';
const ROTATING = { CAIRN_SECRET: CURRENT, CAIRN_SECRET_PREVIOUS: FORMER };
const EVERYTHING: readonly SealedTexts[] = [sealedClientSecrets, sealedWebhookSecrets, sealedStreamCredentials];

let database: Database;
let cairn: ReturnType<typeof commandsOn>;
let team_id: string;
const [endpoint_id, stream_id] = [newId(), newId()];

beforeAll(async () => {
  database = await openTestDatabase();
  cairn = commandsOn(database);
});
afterAll(async () => {
  await database.close();
  rmSync(cairn.folder, { recursive: true, force: true });
});

/** A workspace with an encrypted text of every kind. */
async function seal(secret: string): Promise<void> {
  const { seal: sealed } = sealerOf(() => [secret]);
  const wanted = {
    name: `Acme ${newId()}`,
    owner: { email: `${newId()}@acme.test`, name: 'O' },
    plan: 'enterprise',
    seat_limit: null,
  };
  ({ team_id } = await database.inTransaction((tx) => createWorkspace(tx, wanted, BY_TEST)));
  const [webhook, stream] = [webhookPlace(team_id, endpoint_id), streamPlace(team_id, stream_id)];
  await database.rows(sql`
    insert into single_sign_on (team_id, issuer, client_id, sealed_secret, enabled, required, updated_at)
    values (${team_id}, 'https://idp.example', 'cairn', ${sealed('client secret', team_id)}, true, false, now())`);
  await database.rows(sql`
    insert into webhook_endpoints
      (team_id, endpoint_id, name, url, events, signing, sealed_secret, sealed_previous, created_at, updated_at)
    values (${team_id}, ${endpoint_id}, 'w', 'https://w.example', '{}', 'hmac-sha256', ${sealed('webhook', webhook)},
      ${sealed('webhook before', webhook)}, now(), now())`);
  await database.rows(sql`
    insert into audit_streams (team_id, stream_id, name, url, format, sealed_authorization, created_at)
    values (${team_id}, ${stream_id}, 's', 'https://s.example', 'ndjson', ${sealed('Bearer x', stream)}, now()),
      (${team_id}, ${newId()}, 'open', 'https://s.example', 'ndjson', null, now())`);
}

beforeEach(async () => {
  await database.rows(sql`delete from catalogs where kind = 'team'`);
  await database.rows(sql`delete from single_sign_on`);
  await seal(FORMER);
});

/** The texts of every kind that these secrets decrypt. */
async function openedWith(...secrets: Secrets): Promise<(string | undefined)[]> {
  const sealer = sealerOf(() => secrets);
  const first = { team_id: '00000000-0000-0000-0000-000000000000', id: '00000000-0000-0000-0000-000000000000' };
  const texts = (await Promise.all(EVERYTHING.map((kind) => kind.next(database, first)))).flat();
  return texts.map(({ sealed, place }) => sealer.open(sealed, place));
}

const ALL = ['client secret', 'webhook', 'webhook before', 'Bearer x'];

test('re-encrypts everything with the current secret, and changes nothing when it is run again', async () => {
  const { code, stdout } = await cairn.run(['rotate-secret', '--json'], ROTATING);
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    {
      single_sign_on: { resealed: 1, current: 0, unreadable: [] },
      webhooks: { resealed: 2, current: 0, unreadable: [] },
      audit_streams: { resealed: 1, current: 0, unreadable: [] },
      next: expect.stringContaining('Remove CAIRN_SECRET_PREVIOUS'),
    },
  ]);
  expect(await openedWith(CURRENT)).toEqual(ALL);
  expect(await openedWith(FORMER)).toEqual([undefined, undefined, undefined, undefined]);
  const again = await cairn.run(['rotate-secret', '--json'], ROTATING);
  expect(JSON.parse(again.stdout)).toMatchObject({ webhooks: { resealed: 0, current: 2, unreadable: [] } });
});

test('accepts the previous secret as long as it is in CAIRN_SECRET_PREVIOUS', async () => {
  const secrets = serviceSecrets({ secret: CURRENT, previousSecret: FORMER });
  expect(secrets.areKnown()).toBe(false);
  await secrets.load(database);
  expect([secrets.areKnown(), secrets.sealing().slice(0, 2)]).toEqual([true, [CURRENT, FORMER]]);
  expect(await openedWith(...secrets.sealing())).toEqual(ALL);
});

test('switches from the secret in the database to CAIRN_SECRET, and then removes the one in the database', async () => {
  const kept = await sharedSecret(database, 'sealed-secrets');
  await database.rows(sql`delete from catalogs where kind = 'team'`);
  await database.rows(sql`delete from single_sign_on`);
  await seal(kept);
  const refused = await cairn.run(['rotate-secret']);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Set CAIRN_SECRET')]);
  const secrets = serviceSecrets({ secret: CURRENT, previousSecret: undefined });
  await secrets.load(database);
  expect(await openedWith(...secrets.sealing())).toEqual(ALL);
  expect((await cairn.run(['rotate-secret'], { CAIRN_SECRET: CURRENT })).code).toBe(0);
  expect(await openedWith(CURRENT)).toEqual(ALL);
  expect(await findSharedSecret(database, 'sealed-secrets')).toBeUndefined();
});

test('reports texts that no secret can decrypt, leaves them alone, and keeps the secret in the database', async () => {
  await sharedSecret(database, 'sealed-secrets');
  const { code, stdout } = await cairn.run(['rotate-secret', '--json'], { CAIRN_SECRET: CURRENT });
  const unreadable = [{ team_id, id: endpoint_id }];
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    expect.objectContaining({
      webhooks: { resealed: 0, current: 0, unreadable: [...unreadable, ...unreadable] },
      next: expect.stringContaining('CAIRN_SECRET_PREVIOUS'),
    }),
  ]);
  expect(await openedWith(FORMER)).toEqual(ALL);
  expect(await findSharedSecret(database, 'sealed-secrets')).toBeDefined();
});

test('does not touch a text that someone replaced in the meantime', async () => {
  const own = sealerOf(() => [FORMER]).seal('entered just now', team_id);
  const late: SealedTexts = {
    next: sealedClientSecrets.next,
    async replace(db, text: SealedText, sealed) {
      await db.rows(sql`update single_sign_on set sealed_secret = ${own} where team_id = ${team_id}`);
      return sealedClientSecrets.replace(db, text, sealed);
    },
  };
  await resealAll(database, late, [CURRENT, FORMER]);
  expect((await openedWith(FORMER))[0]).toBe('entered just now');
});
