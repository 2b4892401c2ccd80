// A trail as a card in a chat: shown in a sandboxed frame of a host, with hostile texts, by keyboard, in both color
// schemes and at the widths of a phone and of a chat.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect, type McpCaller } from '../../doors/mcp/mcp-client.ts';
import { publishedTrail } from '../../support/published-trail.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { type HostOptions, type Shown, showCard } from '../card-host.ts';
import { inChromium, openChromium } from '../chromium.ts';
import { findingsIn, picture } from '../console-world.ts';

const GUIDE = [
  '# Mode\n\nUse **deep research** and `gpt` in *chat*.\n\n- one\n  - two\n- [x] done\n\n1. first\n2. second',
  '> quoted\n\n```\ncode <b>\n```\n\n[Policy](https://example.com/policy) ![A screen](https://example.com/a.png)',
].join('\n\n');

const DOCUMENT = {
  ...readyDocument('Answer a refund request'),
  description: 'You answer a customer who wants money back, in the tone of the company.',
  setup_guide: GUIDE,
  prompts: [
    { label: 'Draft the reply', body: 'Reply to {{customer_name}} about {{order_id}}. \\{{kept}}' },
    { label: 'Check the tone', body: 'Is this polite for {{customer_name}}?' },
  ],
};

const ATTACK = `<img src=x onerror="pwned=1"><script>pwned=1</script><svg onload=pwned=1>`;
const HOSTILE = {
  ...DOCUMENT,
  title: ATTACK,
  description: `${ATTACK} </script></style> ${'W'.repeat(600)}`,
  setup_guide: [
    ATTACK,
    '[click](javascript:pwned=1) [data](data:text/html,x) ![i](https://evil.test/x.png) <iframe src="https://evil.test">',
    `${'>'.repeat(3_000)} deep`,
    `${'- '.repeat(1_000)}deep`,
    '*'.repeat(3_000),
    `${'['.repeat(1_500)}](${'('.repeat(1_500)}`,
  ].join('\n\n'),
  prompts: [{ label: `${ATTACK.slice(0, 60)}\u202e`, body: `${'x'.repeat(3_000)} \u202elaog{{name}} ${ATTACK}` }],
};

const sent = ({ asked }: Shown): unknown[] =>
  asked
    .filter(({ method }) => method === 'ui/message')
    .map(({ params }) => (params.content as { text: string }[])[0]?.text);

inChromium('the card of a trail', () => {
  let service: World;
  let team: TestTeam;
  let employee: McpCaller;
  let browser: Browser;
  let page: Page;
  let trail: string;
  const complaints: string[] = [];
  const requests: string[] = [];
  beforeAll(async () => {
    service = await world();
    team = await service.team({ name: 'Acme' });
    employee = await connect(service.address, team.member.key);
    trail = await publishedTrail(team.publisher.speaks, DOCUMENT);
    browser = await openChromium();
  });
  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 720, height: 900 } });
    complaints.length = 0;
    requests.length = 0;
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (one) => one.type() === 'error' && complaints.push(one.text()));
    page.on('request', (one) => requests.push(one.url()));
  });
  afterEach(async () => {
    await page.close();
    expect([...complaints, ...requests]).toEqual([]);
  });
  afterAll(async () => {
    await employee?.close();
    await browser?.close();
    await service?.close();
  });
  const show = (options: HostOptions = {}, id = trail): Promise<Shown> => showCard(page, employee, id, options);

  test('fills in prompts and sends them to the chat', async () => {
    const shown = await show();
    const { frame } = shown;
    const [first, second] = await frame.getByRole('button', { name: 'Use this prompt' }).all();
    await first?.click();
    await frame.getByText('Sent to the chat.').waitFor();
    await frame.getByLabel('Customer name').fill('Ann {{order_id}}');
    expect(await frame.getByText('One field is empty').count()).toBe(1);
    await frame.getByLabel('Order id').fill('7');
    await first?.click();
    await second?.click();
    await expect
      .poll(() => sent(shown))
      .toEqual([
        'Reply to {{customer_name}} about {{order_id}}. {{kept}}\n\nAsk me for: customer_name, order_id',
        'Reply to Ann {{order_id}} about 7. {{kept}}',
        'Is this polite for Ann {{order_id}}?',
      ]);
  });

  test('works by keyboard alone', async () => {
    const shown = await show();
    await shown.frame.locator('summary').focus();
    await page.keyboard.press('Enter');
    await shown.frame.getByRole('link', { name: 'Policy' }).waitFor();
    for (const keys of ['Tab', 'Enter', 'Tab', 'A', 'n', 'n', 'Tab', '7', 'Tab', 'Enter'])
      await page.keyboard.press(keys);
    await expect
      .poll(() => shown.asked)
      .toEqual([
        { method: 'ui/open-link', params: { url: 'https://example.com/policy' } },
        expect.objectContaining({ method: 'ui/message' }),
      ]);
    expect(sent(shown)).toEqual(['Reply to Ann about 7. {{kept}}']);
  });

  test("saves the vote through the host, and opens the trail's page", async () => {
    const { frame, asked } = await show();
    await frame.getByRole('button', { name: 'Not helpful' }).click();
    await frame.getByText('Thank you for your feedback.').waitFor();
    expect(await employee.call('get_trail', { trail_id: trail })).toMatchObject({ my_feedback: 'not_helpful' });
    await frame.getByRole('button', { name: "Open the trail's page" }).click();
    await expect.poll(() => asked.at(-1)).toMatchObject({ params: { url: `${service.baseUrl}/trails/${trail}` } });
  });

  test('offers only what the host can do, and says what the host refused', async () => {
    const { frame } = await show({ capabilities: {} });
    const buttons = await frame.getByRole('button').allTextContents();
    expect(buttons).toEqual(['Copy', 'Copy']);
    await frame.getByRole('button', { name: 'Copy' }).first().click();
    await frame.getByText('Copied.').waitFor();
  });

  test('says what the host refused', async () => {
    const { frame } = await show({ refuses: ['ui/message', 'tools/call'] });
    await frame.getByRole('button', { name: 'Use this prompt' }).first().click();
    await frame.getByText('The app did not take the prompt.').waitFor();
    const helpful = frame.getByRole('button', { name: 'Helpful', exact: true });
    await helpful.click();
    await frame.getByText('Your feedback was not saved.').waitFor();
    expect(await helpful.getAttribute('aria-pressed')).toBe('false');
  });

  test('shows hostile texts as they are written, and sends only what it shows', async () => {
    const shown = await show({}, await publishedTrail(team.publisher.speaks, HOSTILE));
    const { frame } = shown;
    await frame.locator('summary').click();
    expect(await frame.getByRole('heading', { level: 1 }).textContent()).toBe(ATTACK);
    expect(await frame.evaluate(FOREIGN)).toEqual({
      ...{ elements: 0, pwned: 'undefined', deceptive: false },
      links: ['https://evil.test/'],
    });
    for (const width of [390, 720]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await frame.evaluate(OVERFLOW)).toBe(0);
    }
    await frame.getByRole('button', { name: 'Use this prompt' }).click();
    await expect.poll(() => sent(shown)).toEqual([`${'x'.repeat(3_000)} laog{{name}} ${ATTACK}\n\nAsk me for: name`]);
  });

  test.each(['light', 'dark'] as const)('has no axe findings in the %s scheme at 390 and 720 px', async (theme) => {
    const { frame } = await show({ theme });
    await frame.locator('summary').click();
    await frame.getByLabel('Customer name').fill('Ann');
    await frame.getByRole('button', { name: 'Not helpful' }).click();
    expect(await frame.evaluate(GROUND)).toBe(theme === 'dark' ? 'rgb(28, 27, 25)' : 'rgb(255, 255, 255)');
    for (const width of [390, 720]) {
      await page.setViewportSize({ width, height: 1_300 });
      expect(await frame.evaluate(OVERFLOW)).toBe(0);
      await picture(page, `card-${theme}-${width}`);
      expect(await findingsIn(frame)).toEqual([]);
    }
  });
});

/** Elements and links that texts could have created. */
const FOREIGN = `({
  elements: document.querySelectorAll('img, svg, iframe, object, body script, [onerror], [onload]').length,
  links: [...document.links].map(({ href }) => href),
  pwned: typeof pwned,
  deceptive: /[\\u202a-\\u202e]/.test(document.body.innerText),
})`;
const GROUND = 'getComputedStyle(document.documentElement).backgroundColor';
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
