import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

const DOCUMENT = {
  title: 'Answer a refund request',
  description: 'You turn a complaint into a reply that is kind and correct.',
  tools: ['claude'],
  trigger: {
    when: 'A customer asks for the money back.',
    keywords: ['refund', 'money back', 'return'],
    examples: [{ text: 'a customer wants a refund for a broken lamp', expect: 'match' }],
  },
  prompts: [{ label: 'Write the reply', body: 'Reply to {{customer_name}} about order {{order_no}}, kindly.' }],
  setup_guide:
    '## Settings\n\nUse a <b>plain</b> chat.<script>window.broken = 1</script> [Policy](https://acme.test/policy)',
};

inChromium("an employee's minute", () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let id: string;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team();
    const { speaks } = team.publisher;
    id = (await speaks.post<{ id: string }>('/v1/trails', { document: DOCUMENT })).body.id;
    await speaks.post(`/v1/trails/${id}/publish`);
    const draft = { ...DOCUMENT, title: 'A draft that nobody may see yet' };
    await speaks.put(`/v1/trails/${id}/document`, draft, { 'If-Match': '*' });
    await speaks.post('/v1/trails', { document: { ...DOCUMENT, title: 'Another secret draft' } });
  });
  afterAll(() => world?.close());

  test('asks a question, finds a trail, fills it in, copies it, and reports that it helped', async () => {
    const { page, complaints } = await world.desk(team.member.email);
    const heard: string[] = [];
    page.on('response', async (response) => heard.push(await response.text().catch(() => '')));
    await page.reload();
    await page.getByLabel('What are you about to do?').fill('a customer wants his money back for a broken lamp');
    await page.getByRole('button', { name: 'Find the trail' }).click();
    await page.getByText('This trail fits').waitFor();
    await page.getByLabel('Customer name').fill('Ms Lindt');
    await page.getByText('1 blank left').waitFor();
    await page.getByLabel('Order no').fill('4711');
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('Reply to Ms Lindt about order 4711, kindly.');

    // The trail's page has the values, too, and a reload keeps them. Back restores the question and its result.
    await page.getByRole('link', { name: 'Open the whole trail' }).click();
    await page.getByRole('heading', { level: 1, name: 'Answer a refund request' }).waitFor();
    await page.reload();
    await page.getByLabel('Order no').waitFor();
    expect(await page.getByLabel('Customer name').inputValue()).toBe('Ms Lindt');
    await page.goBack();
    await page.getByText('This trail fits').waitFor();
    expect(await page.getByLabel('What are you about to do?').inputValue()).toMatch(/^a customer wants/);
    await page.goForward();

    await page.getByRole('button', { name: 'Helpful', exact: true }).click();
    await page.getByText('Thank you for your feedback.').waitFor();
    expect(await page.getByRole('button', { name: 'Helpful', exact: true }).getAttribute('aria-pressed')).toBe('true');
    await page.getByLabel('What helped most? (optional)').fill('The tone of step 1.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: 'Sent' }).waitFor();
    await page.reload();
    const comment = page.getByLabel('What helped most? (optional)');
    await comment.waitFor();
    expect(await comment.inputValue()).toBe('The tone of step 1.');

    expect(await page.evaluate('window.broken')).toBeUndefined();
    expect(await page.locator('.prose script').count()).toBe(0);
    expect(heard.join('')).toContain('Answer a refund request');
    expect(heard.join('')).not.toMatch(/nobody may see|secret draft/);
    expect(complaints).toEqual([]);
  }, 90_000);

  test.each([
    ['a desktop', { width: 1_280, height: 860 }],
    ['a phone', { width: 390, height: 844 }],
  ])(
    'leads from the question to the copied prompt in three presses on %s',
    async (_, size) => {
      const desk = await world.signedIn(team.member.email);
      const { page } = desk;
      await page.setViewportSize(size);
      await page.goto('/');
      await page.getByLabel('What are you about to do?').fill('a customer wants a refund');
      await page.getByRole('button', { name: 'Find the trail' }).click();
      const copy = page.getByRole('button', { name: 'Copy', exact: true });
      await copy.click();
      // With blanks left, the press moves to the first one. Enter moves on.
      await page.keyboard.type('Ms Lindt');
      await page.keyboard.press('Enter');
      await page.keyboard.type('4711');
      const box = await copy.boundingBox();
      expect(box !== null && box.y > 0 && box.y + box.height <= size.height && box.x + box.width <= size.width).toBe(
        true,
      );
      expect(await page.getByText('blank left').count()).toBe(0);
      await copy.click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe('Reply to Ms Lindt about order 4711, kindly.');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(size.width);
      expect(await look(desk, `answer-${size.width}`)).toEqual([]);
    },
    90_000,
  );

  test('copies a prompt with blanks only at the second press, and never opens a tool at the first', async () => {
    const { page } = await world.signedIn(team.member.email);
    await page.goto(`/trails/${id}`);
    await page.getByRole('link', { name: 'Open in Claude' }).click();
    await page.getByRole('link', { name: 'Open in Claude anyway' }).waitFor();
    expect(page.context().pages()).toHaveLength(1);
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Customer name');
    await page.getByRole('button', { name: 'Copy anyway' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('[Customer name]');
  }, 60_000);

  test('says that nothing fits, and hides management pages from employees without a role', async () => {
    const { page } = await world.desk(team.member.email);
    await page.getByLabel('What are you about to do?').fill('tune the carillon of the town hall');
    await page.getByRole('button', { name: 'Find the trail' }).click();
    await page.getByText('No trail fits that.').waitFor();
    expect(await page.getByRole('link', { name: 'Members' }).count()).toBe(0);
    await page.goto(`/admin/members`);
    await page.getByRole('heading', { name: 'This page is for admins' }).waitFor();
  }, 90_000);

  test('hides the sidebar from readers, and puts their AI tool into the top bar, or into the menu on a phone', async () => {
    const { page } = await world.desk(team.member.email);
    const navigation = page.getByRole('navigation', { name: 'Main' });
    expect(await navigation.getByRole('link').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Collapse navigation' }).count()).toBe(0);
    await page.getByRole('banner').getByRole('link', { name: 'Connect your AI tool' }).click();
    await page.getByRole('heading', { level: 1, name: 'Connect your AI tool' }).waitFor();
    await navigation.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'What are you about to do?' }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.getByRole('button', { name: 'Navigation' }).count()).toBe(0);
    await page.getByRole('button', { name: /account of/ }).click();
    await page.getByRole('menuitem', { name: 'Connect your AI tool' }).click();
    await page.getByRole('heading', { level: 1, name: 'Connect your AI tool' }).waitFor();
  }, 60_000);
});
