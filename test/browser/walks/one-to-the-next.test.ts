import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { createWorkspace } from '../../../src/workspaces/workspace.ts';
import { atCommandLine } from '../../doors/manage/support.ts';
import { BY_TEST, type TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

/** Follows an address inside the application, as a link would, without a reload. */
const FOLLOW = (path: string): string => `(() => {
  window.history.pushState({}, '', ${JSON.stringify(path)});
  window.dispatchEvent(new PopStateEvent('popstate'));
})()`;

/** The values of every field and switch on the page. */
const FIELDS = `[...document.querySelectorAll('main input, main textarea')].map((field) =>
  field.type === 'checkbox' ? field.checked : field.value)`;

inChromium('moving between items on a page with an id', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team();
  });
  afterAll(() => world?.close());

  test('clears all data of one person, group, connection, trail or workspace before it shows the next', async () => {
    const owner = await atCommandLine(world.here, team.team_id, team.owner.id);
    const made = async (path: string, body: object, id = 'id'): Promise<string> =>
      String((await owner.post<Record<string, string>>(path, body)).body[id]);
    const groups = [
      await made('/manage/v1/groups', { display_name: 'Sales', description: 'They sell' }),
      await made('/manage/v1/groups', { display_name: 'Support', description: 'They help' }),
    ];
    const connections = [
      await made('/manage/v1/connections', { name: 'Okta' }, 'connection_id'),
      await made('/manage/v1/connections', { name: 'Entra' }, 'connection_id'),
    ];
    const trails: string[] = [];
    for (const title of ['Weigh offers', 'Answer a complaint']) {
      const document = {
        title,
        description: `You ${title.toLowerCase()}.`,
        prompts: [{ label: title, body: `${title}: {{what}}` }],
      };
      const { body } = await team.publisher.speaks.post<{ id: string }>('/v1/trails', { document });
      trails.push(body.id);
    }
    const { page } = await world.signedIn(team.owner.email);
    for (const [one, next] of [
      [`/admin/members/${team.admin.id}?tab=access`, `/admin/members/${team.member.id}?tab=access`],
      [`/admin/groups/${groups[0]}`, `/admin/groups/${groups[1]}`],
      [`/admin/connections/${connections[0]}`, `/admin/connections/${connections[1]}`],
      [`/write/${trails[0]}`, `/write/${trails[1]}`],
    ] as [string, string][]) {
      await page.goto(next);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      const alone = { title: await page.title(), fields: await page.evaluate<unknown[]>(FIELDS) };
      await page.goto(one);
      await page.waitForLoadState('networkidle');
      const before = await page.title();
      await page.evaluate(FOLLOW(next));
      await expect.poll(() => page.title()).toBe(alone.title);
      await page.waitForLoadState('networkidle');
      expect(alone.title).not.toBe(before);
      // The preview next to the editor appears after its fields.
      await expect
        .poll(() => page.evaluate<unknown[]>(FIELDS), { message: next, timeout: 10_000 })
        .toEqual(alone.fields);
    }
  }, 120_000);

  test("clears one person's sign-in link and unsaved roles before it shows the next person", async () => {
    const { page } = await world.signedIn(team.owner.email);
    await page.goto(`/admin/members/${team.admin.id}?tab=access`);
    await page.getByRole('checkbox', { name: /^Admin/, checked: true }).waitFor();
    await page.getByRole('checkbox', { name: /^Publisher/ }).click();
    await page.getByRole('button', { name: 'Make a sign-in link' }).click();
    await page.getByText('It is shown only once').waitFor();
    await page.evaluate(FOLLOW(`/admin/members/${team.member.id}?tab=access`));
    await page.getByRole('heading', { level: 1, name: team.member.name }).waitFor();
    expect(await page.getByText('It is shown only once').count()).toBe(0);
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Save roles' }).isDisabled()).toBe(true);
  }, 60_000);

  test("shows each workspace's own plan and seats in the service", async () => {
    const create = (name: string, seat_limit: number) =>
      world.here.app.database.inTransaction((tx) =>
        createWorkspace(
          tx,
          { name, owner: { email: `${newId()}@acme.test`, name: 'Olive' }, plan: 'business', seat_limit },
          BY_TEST,
        ),
      );
    const [one, next] = [await create('First', 11), await create('Second', 22)];
    const operator = await world.here.operator();
    const { page } = await world.signedIn(operator.email);
    await page.goto(`/operator/workspaces/${one.team_id}`);
    await page.getByRole('heading', { level: 1, name: 'First' }).waitFor();
    await page.evaluate(FOLLOW(`/operator/workspaces/${next.team_id}`));
    await page.getByRole('heading', { level: 1, name: 'Second' }).waitFor();
    expect(await page.evaluate<unknown[]>(FIELDS)).toContain('22');
  }, 60_000);

  test("shows two admins each other's changes to one person's roles, and loses none", async () => {
    const person = await team.person('Robin Roles');
    const [olive, ada] = [await world.signedIn(team.owner.email), await world.signedIn(team.admin.email)];
    for (const { page } of [olive, ada]) {
      await page.goto(`/admin/members/${person.id}?tab=access`);
      await page.getByRole('checkbox', { name: /^Author/ }).waitFor();
    }
    await olive.page.getByRole('checkbox', { name: /^Author/ }).click();
    await olive.page.getByRole('button', { name: 'Save roles' }).click();
    await olive.page.getByText('Roles saved.').waitFor();
    await ada.page.getByRole('checkbox', { name: /^Manager/ }).click();
    await ada.page.getByRole('button', { name: 'Save roles' }).click();
    await ada.page.getByText('Someone else changed these roles in the meantime').waitFor();
    await ada.page.getByText('Held now: Author. Your change: add Manager.').waitFor();
    await ada.page.getByRole('button', { name: 'Put my change on top' }).click();
    await ada.page.getByRole('button', { name: 'Save roles' }).click();
    await ada.page.getByText('Roles saved.').waitFor();
    const owner = await atCommandLine(world.here, team.team_id, team.owner.id);
    const { body } = await owner.get<{ roles: string[] }>(`/manage/v1/members/${person.id}`);
    expect(body.roles.toSorted()).toEqual(['author', 'manager']);
    expect([...olive.complaints, ...ada.complaints]).toEqual([]);
  }, 60_000);
});
