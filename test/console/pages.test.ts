import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestPerson, TestTeam } from '../support/test-team.ts';
import { CHROMIUM } from './chromium.ts';
import { type ConsoleWorld, consoleWorld, type Desk, look } from './console-world.ts';

const DOCUMENT = {
  title: 'Draft a job advert',
  target_role: 'Hiring manager',
  description: 'You describe the role in your own words and get an advert that is specific and fair.',
  tools: ['claude', 'chatgpt'],
  trigger: {
    when: 'A position is approved and has to be advertised.',
    keywords: ['job advert', 'vacancy', 'hiring'],
    examples: [
      { text: 'write an advert for our open position', expect: 'match' },
      { text: 'how many days of leave do I have left', expect: 'no_match' },
    ],
  },
  prompts: [{ label: 'Draft it', body: 'The role: {{role}}. What we offer: {{offer}}. Write 250 words.' }],
  setup_guide: '### Settings\n\nUse a chat **without memory**.\n\n1. Open the tool\n2. Paste the prompt',
};

describe.skipIf(CHROMIUM === undefined)('every page, light and dark', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let operator: TestPerson;
  let trailId: string;
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme', seat_limit: 20 });
    operator = await world.here.operator();
    const { speaks } = team.publisher;
    trailId = (await speaks.post<{ id: string }>('/v1/trails', { document: DOCUMENT })).body.id;
    await speaks.post(`/v1/trails/${trailId}/publish`, { note: 'The first one' });
    const next = {
      ...DOCUMENT,
      description: 'You describe the role and get an advert that is specific, fair and short.',
    };
    await speaks.put(`/v1/trails/${trailId}/document`, next, { 'If-Match': '*' });
    await speaks.post(`/v1/trails/${trailId}/run-examples`);
  });
  afterAll(() => world?.close());

  /** Goes through the pages; axe finds nothing on any of them, and the browser complains of nothing. */
  async function walk(desk: Desk, stops: Readonly<Record<string, string | (() => Promise<unknown>)>>): Promise<void> {
    const found: string[] = [];
    for (const [name, stop] of Object.entries(stops)) {
      if (typeof stop === 'string') {
        await desk.page.goto(stop);
        await desk.page.getByRole('heading', { level: 1 }).waitFor();
      } else await stop();
      found.push(...(await look(desk, name)));
    }
    expect(found).toEqual([]);
    expect(desk.complaints).toEqual([]);
  }

  test('sign-in', async () => {
    const desk = await world.visitor();
    await walk(desk, {
      'sign-in': '/sign-in',
      'sign-in-password': async () => {
        await desk.page.getByLabel('Work e-mail address').fill('somebody@acme.test');
        await desk.page.getByRole('button', { name: 'Continue' }).click();
        await desk.page.locator('input[name=password]').waitFor();
      },
      'sign-in-used-link': async () => {
        await desk.page.goto('about:blank');
        await desk.page.goto('/sign-in#token=svc_link_used');
        await desk.page.getByText('The link was used').waitFor();
      },
    });
  }, 90_000);

  test('the employee’s', async () => {
    const desk = await world.desk(team.member.email);
    await walk(desk, {
      trails: '/trails',
      trail: `/trails/${trailId}`,
      account: '/account',
      nowhere: '/trails/no-such-trail',
    });
  }, 90_000);

  test('the author’s', async () => {
    const desk = await world.desk(team.publisher.email);
    const { page } = desk;
    const tab = (name: string, seen: string) => async () => {
      await page.getByRole('tab', { name }).click();
      await page.getByText(seen).first().waitFor();
    };
    await walk(desk, {
      'write-list': '/write',
      'write-order': async () => {
        await page.getByRole('radiogroup', { name: 'Which trails' }).getByText('Order').click();
        await page.getByRole('button', { name: 'Move Draft a job advert up' }).waitFor();
      },
      'write-editor': `/write/${trailId}`,
      'write-surfacing': tab('Surfacing', 'Run all examples'),
      'write-surfacing-run': async () => {
        await page.getByRole('button', { name: 'Run 2 examples' }).click();
        await page.getByText('All 2 examples pass.').waitFor();
      },
      'write-versions': tab('Versions', 'The first one'),
      'write-access': tab('Access', 'Every member of the workspace'),
      'write-feedback': tab('Feedback', 'No answer yet'),
      'write-publish': async () => {
        await page.getByRole('button', { name: 'Publish changes' }).click();
        await page.getByText('What changes for them since version 1').waitFor();
      },
    });
  }, 120_000);

  test('the administrator’s', async () => {
    const desk = await world.desk(team.owner.email);
    const { page } = desk;
    await walk(desk, {
      'admin-overview': '/admin',
      'admin-members': '/admin/members',
      'admin-member': `/admin/members/${team.author.id}`,
      'admin-groups': '/admin/groups',
      'admin-group': async () => {
        await page.getByRole('button', { name: 'New group' }).first().click();
        await page.getByRole('dialog').getByLabel('Name').fill('Writers');
        await page.getByRole('button', { name: 'Make group' }).click();
        await page.getByRole('heading', { level: 1, name: 'Writers' }).waitFor();
      },
      'admin-connections': '/admin/connections',
      'admin-connect': async () => {
        await page.getByRole('button', { name: 'Connect' }).first().click();
        await page.getByRole('button', { name: 'Make the connection' }).waitFor();
      },
      'admin-connect-token': async () => {
        await page.getByRole('button', { name: 'Make the connection' }).click();
        await page.getByRole('button', { name: 'I have copied both' }).waitFor();
      },
      'admin-connection': async () => {
        await page.getByRole('button', { name: 'I have copied both' }).click();
        await page.getByText('No request yet').waitFor();
      },
      'admin-connection-tokens': async () => {
        await page.getByRole('tab', { name: 'Base URL and tokens' }).click();
        await page.getByRole('button', { name: 'Make a new token' }).waitFor();
      },
      'admin-connection-settings': async () => {
        await page.getByRole('tab', { name: 'Settings' }).click();
        await page.getByText('Manager visibility').waitFor();
      },
      'admin-keys': '/admin/keys',
      'admin-key-new': async () => {
        await page.getByRole('button', { name: 'New key' }).click();
        await page.getByRole('button', { name: 'Make key' }).waitFor();
      },
      'admin-audit': '/admin/audit',
      'admin-audit-entry': async () => {
        await page.getByRole('button', { name: /^Show/ }).first().click();
        await page.getByRole('dialog').waitFor();
      },
      'admin-workspace': '/admin/workspace',
    });
  }, 180_000);

  test('the operator’s', async () => {
    const desk = await world.desk(operator.email);
    await walk(desk, {
      'operator-workspaces': '/operator',
      'operator-workspace': `/operator/workspaces/${team.team_id}`,
      'operator-operators': '/operator/operators',
      'operator-catalog': '/write',
      'operator-keys': '/operator/keys',
      'operator-audit': '/operator/audit',
    });
  }, 120_000);

  test('the first load is below 250 kB as it goes over the wire', async () => {
    for (const [path, desk] of [
      ['/sign-in', await world.visitor()],
      ['/trails', await world.desk(team.member.email)],
    ] as const) {
      await desk.page.goto('about:blank');
      const fetched: number[] = [];
      desk.page.on('response', async (response) => {
        if (response.fromServiceWorker()) return;
        const { responseBodySize } = await response.request().sizes();
        fetched.push(responseBodySize);
      });
      await desk.page.goto(path, { waitUntil: 'networkidle' });
      const total = fetched.reduce((sum, size) => sum + size, 0);
      expect(fetched.length, 'the page, its styles and its scripts').toBeGreaterThan(4);
      expect(total, path).toBeLessThan(250_000);
    }
  }, 90_000);

  test('nothing is wider than the window, from 360 px to 4K', async () => {
    const desk = await world.desk(team.owner.email);
    for (const width of [360, 768, 3840]) {
      await desk.page.setViewportSize({ width, height: 800 });
      for (const path of ['/trails', `/trails/${trailId}`, '/write', `/write/${trailId}`, '/admin', '/admin/members']) {
        await desk.page.goto(path);
        await desk.page.getByRole('heading', { level: 1 }).waitFor();
        const wide = await desk.page.evaluate<number>('document.documentElement.scrollWidth');
        expect(wide, `${path} at ${width} px`).toBeLessThanOrEqual(width);
      }
    }
  }, 180_000);
});
