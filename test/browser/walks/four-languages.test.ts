// Every page in every language, on a phone and on a desktop: in that language, with nothing cut off, nothing above
// something else, and no axe findings.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, findingsIn, picture } from '../console-world.ts';
import { turnTo, workspaceToSee } from '../page-walk.ts';

const WIDTHS = [390, 1440] as const;
const LANGUAGES = ['en', 'de', 'fr', 'es'] as const;

inChromium('in each language', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let paths: readonly string[];
  beforeAll(async () => {
    world = await consoleWorld();
    const seen = await workspaceToSee(world.here);
    team = seen.team;
    const { id } = (await (
      await world.signedIn(team.owner.email)
    ).page.request
      .post('/manage/v1/groups', { headers: { 'X-Cairn-Console': '1' }, data: { display_name: 'Support' } })
      .then((made) => made.json())) as { id: string };
    paths = [
      ...['/trails', `/trails/${seen.trailId}`, '/connect', '/account', '/apps', '/overview', '/write', '/insight'],
      ...['', '?tab=surfacing', '?tab=versions', '?tab=access'].map((tab) => `/write/${seen.trailId}${tab}`),
      ...[
        '/catalog-health',
        '/write/sets',
        '/approvals',
        '/admin/members',
        `/admin/members/${team.member.id}?tab=access`,
      ],
      ...['/admin/groups', `/admin/groups/${id}`, '/admin/connections', '/admin/keys', '/admin/webhooks'],
      ...['/admin/apps', '/admin/audit', '/admin/workspace', '/admin/organisation'],
    ];
  });
  afterAll(() => world?.close());

  test.each(LANGUAGES.flatMap((language) => WIDTHS.map((width) => [language, width] as const)))(
    'shows all pages in %s at %d px',
    async (language, width) => {
      const { page, complaints } = await world.signedIn(team.owner.email, undefined, language);
      await page.setViewportSize({ width, height: 900 });
      const found: string[] = [];
      for (const path of paths) {
        await turnTo(page, path);
        const faults = [...(await page.evaluate<string[]>(FAULTS)), ...(await findingsIn(page))];
        found.push(...faults.map((fault) => `${path}: ${fault}`));
        await picture(page, `${language}-${width}${path.replaceAll(/[^a-z]+/gi, '-').slice(0, 40)}`);
      }
      expect(await page.evaluate('document.documentElement.lang')).toBe(language);
      expect([found, complaints]).toEqual([[], []]);
    },
    600_000,
  );

  test('signs in and out, and keeps the language that a person chose', async () => {
    const { page } = await world.signedIn(team.member.email);
    await page.goto('/account');
    await page.getByRole('combobox', { name: 'Language of the console' }).click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await expect.poll(() => languageOf(page)).toBe('de');
    const elsewhere = await world.signedIn(team.member.email, undefined, 'fr-FR');
    await elsewhere.page.goto('/trails');
    await expect.poll(() => languageOf(elsewhere.page)).toBe('de');
  }, 120_000);

  test('shows the sign-in page and refusals in the language of the browser', async () => {
    const { page } = await world.signedIn(team.member.email, undefined, 'es-MX');
    await page.context().clearCookies();
    await page.goto('/sign-in');
    await expect.poll(() => languageOf(page)).toBe('es');
    const refused = await page.request.get('/manage/v1/session', { headers: { 'Accept-Language': 'es' } });
    expect((await refused.json()) as object).not.toMatchObject({ detail: 'You are not signed in. Sign in first.' });
  }, 60_000);
});

const languageOf = (page: Page): Promise<string> =>
  page.evaluate<string>('document.documentElement.lang').catch(() => '');

/** Texts of the console that are cut off, controls that cover each other, and pages that scroll sideways. */
const FAULTS = `(() => {
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1;
  const words = (one) => one.tagName.toLowerCase() + ' "' + (one.innerText || one.ariaLabel || '').trim().slice(0, 60) + '"';
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth + 1) found.push('scrolls sideways');
  const labels = 'button, [role=tab], label, th, [role=columnheader], h1, h2, h3, legend, nav a, [class*=-label]';
  for (const one of document.querySelectorAll(labels)) {
    if (!seen(one) || one.closest('[dir=auto], .skip')) continue;
    const { overflowX, overflowY } = getComputedStyle(one);
    if (overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1) found.push('cuts off ' + words(one));
    else if (overflowY !== 'visible' && one.scrollHeight > one.clientHeight + 4) found.push('cuts off ' + words(one));
  }
  const controls = [...document.querySelectorAll('main button, main a, main input, main select, main textarea')]
    .filter(seen).map((one) => [one, one.getBoundingClientRect()]);
  controls.forEach(([one, a], index) => {
    for (const [other, b] of controls.slice(index + 1)) {
      if (one.tagName === "A" && other.tagName === "BUTTON") continue; // A card is one link.
      if (one.contains(other) || other.contains(one) || one.closest('label, [role=radiogroup]') || other.closest('.mantine-Input-section, [role=radiogroup]')) continue;
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 3 && down > 3) found.push(words(one) + ' covers ' + words(other));
    }
  });
  return found;
})()`;
