// Names that an earlier release stored are found as this one compares them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refoldGroupNames } from '../../src/directory/groups/refold-names.ts';
import { refoldRecords } from '../../src/provisioning/refold.ts';
import { sql } from '../../src/storage/sql.ts';
import { bareConnection, type ScimConnection } from '../doors/scim/support/connection.ts';
import { type World, world } from '../support/world.ts';

let service: World;
let okta: ScimConnection;
beforeAll(async () => {
  service = await world();
  okta = await bareConnection(service);
});
afterAll(() => service.close());

const found = async (path: string, filter: string): Promise<unknown> =>
  (await okta.get(`${path}?filter=${filter}`)).body.totalResults;

test('records of an earlier release are found in every spelling, and clashes are told and kept', async () => {
  const { database } = service.app;
  const user = await okta.user('x', { userName: 'Straße@acme.test', displayName: ' Ärger ', title: 'Größe' });
  const group = await okta.group('Müßig', [user]);
  const twin = await okta.user('y', { userName: 'strasse2@acme.test' });
  const { team_id } = okta;
  // As they were stored: lower case alone.
  await database.rows(sql`
    update scim_user_records set user_name_key = 'straße@acme.test', display_name_key = ' ärger ',
      folded = '{"title": "größe", "userName": "straße@acme.test"}' where record_id = ${user}`);
  await database.rows(sql`
    update groups set name_key = 'müßig' where team_id = ${team_id} and group_id = ${group}`);
  await database.rows(sql`
    update scim_group_records set display_name_key = 'müßig' where team_id = ${team_id} and record_id = ${group}`);
  expect(await found('/Users', 'userName eq "STRASSE@acme.test"')).toBe(0);

  const clashes: unknown[] = [];
  expect(await refoldGroupNames(database, (place) => clashes.push(place))).toBe(1);
  expect(await refoldRecords(database, (place) => clashes.push(place))).toBe(2);
  expect(await found('/Users', 'userName eq "STRASSE@acme.test"')).toBe(1);
  expect(await found('/Users', 'displayName eq "ärger"')).toBe(1);
  expect(await found('/Users', 'title eq "GRÖSSE"')).toBe(1);
  expect(await found('/Groups', 'displayName eq "MÜSSIG"')).toBe(1);
  expect((await okta.post('/Groups', { displayName: 'MÜSSIG' })).status).toBe(409);
  expect(clashes).toEqual([]);
  // Again there is nothing to do.
  expect(await refoldRecords(database, () => undefined)).toBe(0);

  await database.rows(sql`
    update scim_user_records set user_name_key = 'ß-twin', user_name = 'straße@acme.test',
      attributes = '{"userName":"straße@acme.test"}' where record_id = ${twin}`);
  expect(await refoldRecords(database, (place) => clashes.push(place))).toBe(0);
  expect(clashes).toMatchObject([{ record_id: twin }]);
  expect((await okta.get(`/Users/${twin}`)).status).toBe(200);
});
