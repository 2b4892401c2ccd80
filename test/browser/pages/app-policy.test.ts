// Covers which apps may connect: two people on one page, invalid hosts, and a switch next to typed text.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import type { Speaker } from '../../support/speaker.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

const POLICY = '/manage/v1/workspace/app-policy';

inChromium('allowed apps', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let other: Speaker;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    other = await atCommandLine(world.here, team.team_id, team.owner.id);
  });
  afterAll(() => world?.close());

  const stored = async () => (await other.get(POLICY)).body;
  const hostsOf = async () => {
    const desk = await world.signedIn(team.admin.email);
    await desk.page.goto('/admin/apps');
    await desk.page.getByRole('radio', { name: /Only apps from these hosts/ }).check();
    return { desk, page: desk.page, hosts: desk.page.getByLabel('Allowed hosts') };
  };

  test('shows the second person both decisions, and keeps both when the switch next to them changes', async () => {
    await other.put(POLICY, { allowed_hosts: null, enterprise_managed: false });
    const { desk, page, hosts } = await hostsOf();
    await hosts.fill('chatgpt.com');
    await other.put(POLICY, { allowed_hosts: ['claude.ai'] });
    await page.getByRole('switch', { name: /vouches/ }).click();
    await expect.poll(stored).toMatchObject({ allowed_hosts: ['claude.ai'], enterprise_managed: true });
    await page.getByText('Someone else changed this in the meantime').waitFor();
    await page.getByText('claude.ai', { exact: true }).waitFor();
    expect(await hosts.inputValue()).toBe('chatgpt.com');
    expect(await look(desk, 'apps-changed-meanwhile')).toEqual([]);
    await page.getByRole('button', { name: 'Put my change on top' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(stored).toMatchObject({ allowed_hosts: ['chatgpt.com'], enterprise_managed: true });
    await page.getByRole('button', { name: 'Save', exact: true }).and(page.locator(':disabled')).waitFor();
  }, 60_000);

  test('refuses to save from an outdated page, and then shows the current value', async () => {
    await other.put(POLICY, { allowed_hosts: null });
    const { page, hosts } = await hostsOf();
    await hosts.fill('chatgpt.com');
    await other.put(POLICY, { allowed_hosts: ['claude.ai'] });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Someone else changed this in the meantime').waitFor();
    expect(await stored()).toMatchObject({ allowed_hosts: ['claude.ai'] });
    await page.getByRole('button', { name: 'Keep what is there now' }).click();
    await expect.poll(() => hosts.inputValue()).toBe('claude.ai');
  }, 60_000);

  test('reports an invalid host at its field, and saves nothing if nothing has changed', async () => {
    await other.put(POLICY, { allowed_hosts: null });
    const desk = await world.signedIn(team.admin.email);
    const { page } = desk;
    await page.goto('/admin/apps');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.waitFor();
    expect(await save.isDisabled()).toBe(true);
    await page.getByRole('radio', { name: /Only apps from these hosts/ }).check();
    const hosts = page.getByLabel('Allowed hosts');
    await hosts.fill('claude.ai\nhttps://chatgpt.com/');
    await save.click();
    await expect.poll(() => hosts.getAttribute('aria-invalid')).toBe('true');
    await page.getByText('Write it without https://').waitFor();
    expect(await stored()).toMatchObject({ allowed_hosts: null });
    expect(desk.complaints).toEqual([]);
  }, 60_000);
});
