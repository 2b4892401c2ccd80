// Covers topics of unanswered questions. A new trail for a topic starts with the topic and its questions.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../src/storage/sql.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

interface Draft {
  readonly document: {
    readonly title: string;
    readonly trigger: { readonly keywords: string[]; readonly examples: { readonly text: string }[] };
  };
}

const idIn = (page: Page) => new URL(page.url()).pathname.split('/').at(-1);

inChromium('a topic without a trail', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    const month = `${new Date(world.here.clock()).toISOString().slice(0, 7)}-01`;
    const asked = (topic: string, questions: number, samples: string[]) =>
      world.here.app.database.rows(sql`
        insert into unanswered_questions (team_id, topic, month, questions, people, marks, samples)
        values (${team.team_id}, ${topic}, ${month}, ${questions}, 5, '{}', ${samples})`);
    await asked('translate', 9, ['translate our contract', 'put this into French', 'translate our contract']);
    await asked('other', 7, ['qwertz']);
  });
  afterAll(() => world?.close());

  test.each([
    ['/insight', 'Write this trail: translate', ['translate'], ['translate our contract', 'put this into French']],
    ['/insight', 'Write this trail: Other topics', [], ['qwertz']],
    ['/overview', 'Write this trail: translate', ['translate'], ['translate our contract', 'put this into French']],
  ] as const)(
    'from %s, "%s": starts a draft with the topic as a keyword and the questions as examples',
    async (path, link, keywords, examples) => {
      const desk = await world.signedIn(team.author.email);
      const { page } = desk;
      await page.goto(path);
      await page.getByRole('link', { name: link }).click();
      const dialog = page.getByRole('dialog', { name: 'New trail' });
      await dialog.getByText(`${examples.length} question`).waitFor();
      expect(await dialog.getByText('About "translate"').count()).toBe(keywords.length);
      expect(await look(desk, 'new-trail-about')).toEqual([]);
      await dialog.getByRole('textbox').fill('Translate a contract');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Translate a contract' }).waitFor();
      const { document } = (await team.author.speaks.get<Draft>(`/v1/trails/${idIn(page)}`)).body;
      expect(document.trigger.keywords).toEqual(keywords);
      expect(document.trigger.examples.map(({ text }) => text)).toEqual(examples);
    },
    60_000,
  );

  test('adds the questions even if they arrive after the trail was created', async () => {
    const { page } = await world.signedIn(team.author.email);
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/manage/v1/insight', async (route) => {
      await held;
      return route.fallback();
    });
    await page.goto('/write?new=yes&about=translate');
    await page.getByRole('dialog', { name: 'New trail' }).getByRole('textbox').fill('Translate a letter');
    await page.keyboard.press('Enter');
    await page.locator('button[data-loading]').waitFor();
    answer();
    await page.getByRole('heading', { level: 1, name: 'Translate a letter' }).waitFor();
    const { document } = (await team.author.speaks.get<Draft>(`/v1/trails/${idIn(page)}`)).body;
    expect(document.trigger.examples.map(({ text }) => text)).toEqual([
      'translate our contract',
      'put this into French',
    ]);
  }, 60_000);

  test('starts an empty trail if there is no topic, even after another draft was abandoned', async () => {
    const { page } = await world.signedIn(team.author.email);
    await page.goto('/write?new=yes&about=translate');
    const dialog = page.getByRole('dialog', { name: 'New trail' });
    await dialog.getByText('About "translate"').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('button', { name: 'New trail' }).first().click();
    await dialog.getByRole('textbox').waitFor();
    expect(await dialog.getByText('About').count()).toBe(0);
  }, 60_000);
});
