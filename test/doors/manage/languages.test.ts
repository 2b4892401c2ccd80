// The languages that people and workspaces choose for the console.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { slugOf } from '../../support/speaker.ts';
import { type World, world } from '../../support/world.ts';
import { managedTeam } from './support.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

const SESSION = '/manage/v1/session';
interface Languages {
  readonly languages: { readonly person: string | null; readonly workspace: string | null };
}

test('remembers the language of a person, and of no one else', async () => {
  const team = await managedTeam(service);
  const languages = async (who = team.asMember) => (await who.get<Languages>(SESSION)).body.languages;
  expect(await languages()).toEqual({ person: null, workspace: null });
  const chosen = await team.asMember.patch<Languages>(SESSION, { language: 'fr' });
  expect([chosen.status, chosen.body.languages]).toEqual([200, { person: 'fr', workspace: null }]);
  expect(await languages()).toEqual({ person: 'fr', workspace: null });
  expect(await languages(team.asAdmin)).toEqual({ person: null, workspace: null });
  await team.asMember.patch(SESSION, { language: null });
  expect(await languages()).toEqual({ person: null, workspace: null });
});

test('has a language for a workspace, which admins choose and the audit log records', async () => {
  const team = await managedTeam(service);
  const neighbor = await managedTeam(service);
  expect(slugOf(await team.asMember.patch('/manage/v1/team', { language: 'de' }))).toBe('forbidden');
  expect((await team.asAdmin.patch('/manage/v1/team', { language: 'de' })).body).toMatchObject({ language: 'de' });
  expect((await team.asMember.get<Languages>(SESSION)).body.languages).toEqual({ person: null, workspace: 'de' });
  expect((await neighbor.asMember.get<Languages>(SESSION)).body.languages.workspace).toBeNull();
  const { body } = await team.asAdmin.get<{ items: readonly object[] }>('/manage/v1/audit?kind=team.updated');
  expect(body.items[0]).toMatchObject({ before: { language: null }, after: { language: 'de' } });
  await team.asAdmin.patch('/manage/v1/team', { name: 'Renamed' });
  expect((await team.asAdmin.get('/manage/v1/team')).body).toMatchObject({ language: 'de' });
});

test.each([{ language: 'tlh' }, { language: 'DE' }, { language: '' }, { language: ['de'] }, { lang: 'de' }, {}])(
  'refuses %j',
  async (body) => {
    const team = await managedTeam(service);
    const refused = await team.asMember.patch(SESSION, body);
    expect([refused.status, slugOf(refused)]).toEqual([422, 'validation']);
  },
);
