import { afterAll, beforeAll, expect, test } from 'vitest';
import { deactivateMember } from '../../../src/directory/members/members.ts';
import { slugOf } from '../../support/speaker.ts';
import { BY_TEST } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { atCommandLine } from './support.ts';

interface Colleagues {
  readonly items: readonly { readonly user_id: string; readonly name: string; readonly email: string | null }[];
}

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

test("finds active members of an author's workspace by a part of the name or address", async () => {
  const [team, other] = [await service.team(), await service.team()];
  const author = await atCommandLine(service, team.team_id, team.author.id);
  const find = async (q: string) =>
    (await author.get<Colleagues>(`/manage/v1/colleagues?q=${encodeURIComponent(q)}`)).body.items;
  expect(await find('MAX M')).toEqual([{ user_id: team.member.id, name: team.member.name, email: team.member.email }]);
  expect((await find(other.member.email)).length).toBe(0);
  for (let count = 0; count < 9; count++) await team.person(`Zed Number${count}`);
  expect(await find('zed')).toHaveLength(8);

  await service.app.database.inTransaction((tx) => deactivateMember(tx, team.team_id, team.member.id, null, BY_TEST));
  expect(await find('max m')).toEqual([]);
});

test('refuses single letters, and members without the role', async () => {
  const team = await service.team();
  const author = await atCommandLine(service, team.team_id, team.author.id);
  expect((await author.get('/manage/v1/colleagues?q=a')).status).toBe(400);
  expect((await author.get<Colleagues>('/manage/v1/colleagues?q=a%20')).body.items).toEqual([]);
  expect((await author.get<Colleagues>('/manage/v1/colleagues?q=ma%20')).body.items).not.toEqual([]);
  const member = await atCommandLine(service, team.team_id, team.member.id);
  expect(slugOf(await member.get('/manage/v1/colleagues?q=ma'))).toBe('forbidden');
});
