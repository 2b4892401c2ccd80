// Authors and the audit log see which key or app published a version.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessToken } from '../../support/access-token.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { atCommandLine } from './support.ts';

interface Publications {
  readonly items: readonly { readonly version: number; readonly kind: string; readonly name: string }[];
}
interface Audit {
  readonly items: readonly { readonly actor: { readonly name: string; readonly credential?: object } }[];
}

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

test('names the key or app that published a version, even if it was revoked since, and neither if a person did', async () => {
  const team = await service.team();
  const nightly = await team.key(team.publisher.id, { name: 'Nightly' });
  const wanted = { account_id: team.publisher.id, name: 'Editor', scopes: ['trails:publish'], client_id: 'editor' };
  const { token } = await service.app.database.inTransaction((tx) =>
    accessToken(tx, team.team_id, wanted, service.clock()),
  );
  const author = await atCommandLine(service, team.team_id, team.author.id);
  const admin = await atCommandLine(service, team.team_id, team.admin.id);
  const publisher = await atCommandLine(service, team.team_id, team.publisher.id);
  const { id } = (await author.post<{ id: string }>('/console/v1/trails', { document: readyDocument() })).body;
  const publishAs = async (who: typeof author, door: string, title: string): Promise<void> => {
    const document = { ...readyDocument(), title };
    await author.put(`/console/v1/trails/${id}/document`, document, { 'If-Match': '*' });
    expect((await who.post(`/${door}/trails/${id}/publish`, {})).status).toBe(200);
  };
  await publishAs(nightly.speaks, 'v1', 'By a key');
  await publishAs(service.bearer(token), 'v1', 'By an app');
  await publishAs(publisher, 'console/v1', 'By a person');
  // Adding a note to a version does not publish it.
  expect((await nightly.speaks.post(`/v1/trails/${id}/publish`, { note: 'A note' })).status).toBe(200);
  expect((await admin.send('DELETE', `/manage/v1/keys/${nightly.id}`)).status).toBe(204);
  const listed = await author.get<Publications>(`/manage/v1/trails/${id}/publications`);
  expect(listed.body.items).toEqual([
    { version: 2, kind: 'oauth', name: 'Editor' },
    { version: 1, kind: 'api_key', name: 'Nightly' },
  ]);
  const audit = await admin.get<Audit>(`/manage/v1/audit?kind=trail.published&subject_id=${id}`);
  expect(audit.body.items.map(({ actor }) => actor.credential)).toEqual([
    undefined,
    { kind: 'oauth', name: 'Editor' },
    { kind: 'api_key', name: 'Nightly' },
  ]);
  // The action is attributed to the person, whichever credential they used, including in the exported file.
  const theirs = `kind=trail.published&person_id=${team.publisher.id}`;
  expect((await admin.get<Audit>(`/manage/v1/audit?${theirs}`)).body.items).toEqual(audit.body.items);
  const others = await admin.get<Audit>(`/manage/v1/audit?kind=trail.published&person_id=${team.author.id}`);
  expect(others.body.items).toEqual([]);
  const lines = (await admin.get<string>(`/manage/v1/audit/export?${theirs}&format=csv`)).body.trim().split('\r\n');
  expect(lines.map((line) => line.split(',').slice(-2).join(' '))).toEqual([
    'credential_kind credential_name',
    ' ',
    'oauth Editor',
    'api_key Nightly',
  ]);
});

test('names them only to authors of the catalog, and only for its trails', async () => {
  const [team, other] = [await service.team(), await service.team()];
  const { id } = (await team.publisher.speaks.post<{ id: string }>('/v1/trails', { document: readyDocument() })).body;
  const path = `/manage/v1/trails/${id}/publications`;
  const member = await atCommandLine(service, team.team_id, team.member.id);
  const stranger = await atCommandLine(service, other.team_id, other.author.id);
  expect((await member.get(path)).status).toBe(403);
  expect((await stranger.get(path)).status).toBe(404);
});
