// Secrets are shown only once. Tests the response to a repeated request whose first response was lost (Decision 121).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { sql } from '../../../src/storage/sql.ts';
import type { OpenApi } from '../../support/declared-shapes.ts';
import { inlined } from '../../support/openapi.ts';
import { type Speaker, slugOf } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { managedTeam } from './support.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

/** Sends the request twice with the same key. Returns the first response, and the slug and id of the second. */
async function twice(speaker: Speaker, path: string, body: object) {
  const keyed = speaker.with({ 'Idempotency-Key': newId() });
  const first = await keyed.post<Record<string, unknown>>(path, body);
  const second = await keyed.post<{ made_id?: string }>(path, body);
  expect([path, first.headers.get('cache-control')]).toEqual([path, 'no-store']);
  return { made: first.body, told: [first.status, second.status, slugOf(second), second.body.made_id] };
}

const webhook = { name: 'Chat', url: 'https://hooks.example.com/cairn', events: ['trail.published'] };

test('creates an item with a one-time secret only once, returns its id to a repeated request, and never stores the secret', async () => {
  const { asAdmin } = await managedTeam(service, { plan: 'enterprise' });
  const key = await twice(asAdmin, '/manage/v1/keys', { name: 'CI', scopes: ['trails:read'] });
  expect(key.told).toEqual([201, 409, 'already-made', key.made.id]);
  const rotated = await twice(asAdmin, `/manage/v1/keys/${key.made.id}/rotate`, {});
  expect(rotated.told).toEqual([201, 409, 'already-made', rotated.made.id]);

  const connection = await twice(asAdmin, '/manage/v1/connections', { name: 'Okta' });
  const { connection_id } = connection.made;
  expect(connection.told).toEqual([201, 409, 'already-made', connection_id]);
  const below = `/manage/v1/connections/${connection_id}`;
  const token = await twice(asAdmin, `${below}/tokens`, {});
  expect(token.told).toEqual([201, 409, 'already-made', token.made.token_id]);
  const secret = await twice(asAdmin, `${below}/client-secrets`, {});
  expect(secret.told).toEqual([201, 409, 'already-made', secret.made.secret_id]);
  const link = await twice(asAdmin, `${below}/setup-links`, { note: 'Jo of IT' });
  const { link_id } = link.made.link as { link_id: string };
  expect(link.told).toEqual([201, 409, 'already-made', link_id]);

  const bySetupLink = service.bearer(String(link.made.url).split('#token=')[1] ?? '');
  const own = await twice(bySetupLink, `/setup/v1/connections/${connection_id}/client-secrets`, {});
  expect(own.told).toEqual([201, 409, 'already-made', own.made.secret_id]);
  await asAdmin.delete(`${below}/tokens/${token.made.token_id}`);
  const replaced = await twice(bySetupLink, `/setup/v1/connections/${connection_id}/tokens`, {});
  expect(replaced.told).toEqual([201, 409, 'already-made', replaced.made.token_id]);

  const hook = await twice(asAdmin, '/manage/v1/webhooks', webhook);
  const { id } = hook.made.webhook as { id: string };
  expect(hook.told).toEqual([201, 409, 'already-made', id]);
  const other = await twice(asAdmin, `/manage/v1/webhooks/${id}/rotate`, {});
  expect(other.told).toEqual([200, 409, 'already-made', id]);

  const { body } = await asAdmin.get<{ items: unknown[] }>('/manage/v1/keys');
  expect(body.items.filter((item) => [key.made.id, rotated.made.id].includes((item as { id: string }).id)).length).toBe(
    2,
  );
  const stored = await service.app.database.rows<{ body: string }>(
    sql`select convert_from(body, 'UTF8') as body from idempotency_keys where status is not null`,
  );
  const kept = stored.map((row) => row.body);
  for (const { made } of [key, rotated, connection, token, secret, link, own, replaced, hook, other])
    expect(kept.filter((text) => secretsOf(made).some((one) => text.includes(one)))).toEqual([]);
});

const secretsOf = ({ key, token, client_secret, url, secret }: Record<string, unknown>): string[] =>
  [key, token, client_secret, url, secret].filter((one) => one !== undefined).map(String);

test('releases the key of a refused request, so that it creates its item when sent again', async () => {
  const { asAdmin } = await managedTeam(service);
  const keyed = asAdmin.with({ 'Idempotency-Key': newId() });
  const wanted = { name: 'CI', scopes: ['trails:read'], user_id: newId() };
  expect((await keyed.post('/manage/v1/keys', wanted)).status).toBe(422);
  expect((await keyed.post('/manage/v1/keys', { ...wanted, user_id: undefined })).status).toBe(201);
});

test('creates one item for ten concurrent requests, and reveals nothing to a colleague, another workspace or another request', async () => {
  const [here, there] = [await managedTeam(service), await managedTeam(service)];
  const key = { 'Idempotency-Key': newId() };
  const wanted = { name: 'CI', scopes: ['trails:read'] };
  const ask = (speaker: Speaker, body: object = wanted) =>
    speaker.with(key).post<{ id?: string; made_id?: string }>('/manage/v1/keys', body);
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(here.asAdmin)));
  const made = answers.filter(({ status }) => status === 201);
  expect(made.length).toBe(1);
  const others = new Set(answers.filter(({ status }) => status !== 201).map(slugOf));
  expect([...others].every((slug) => slug === 'already-made' || slug === 'idempotency-in-flight')).toBe(true);
  expect((await ask(here.asAdmin)).body.made_id).toBe(made[0]?.body.id);

  const changed = await ask(here.asAdmin, { ...wanted, name: 'Another' });
  expect([changed.status, slugOf(changed), changed.body.made_id]).toEqual([422, 'idempotency-key-mismatch', undefined]);
  for (const speaker of [here.asOwner, there.asAdmin]) {
    const own = await ask(speaker);
    expect([own.status, own.body.made_id]).toEqual([201, undefined]);
    expect(own.body.id).not.toBe(made[0]?.body.id);
  }
});

/** These are valid for minutes or one use, and are in no list. If one is lost, people create another. */
const REPLACED_BY_ANOTHER = ['createMemberSignInLink', 'createSignInLink'];

test('documents the conflict for every operation that shows its result only once', async () => {
  const { body } = await service.anyone.get<OpenApi>('/manage/openapi.json');
  const operations = Object.values(inlined(body).paths).flatMap((path) =>
    Object.values(path),
  ) as unknown as Operation[];
  const shownOnce = operations.filter(({ responses }) =>
    Object.entries(responses).some(
      ([status, answer]) => status.startsWith('2') && /shown (only )?once\b/i.test(answer.description),
    ),
  );
  expect(shownOnce.length).toBeGreaterThan(REPLACED_BY_ANOTHER.length + 8);
  const untold = shownOnce.filter(({ responses }) => !responses['409']?.['x-problem-slugs']?.includes('already-made'));
  expect(untold.map(({ operationId }) => operationId).sort()).toEqual(REPLACED_BY_ANOTHER);
});

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { description: string; 'x-problem-slugs'?: readonly string[] }>>;
}
