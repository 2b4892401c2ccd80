// Tests the pages about AI tools in a browser: connect, bring along, import, insights, make public.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveOf } from '../../../src/skills/archive.ts';
import { readArchive } from '../../../src/skills/read-archive.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, type Desk } from '../console-world.ts';
import { walk, workspaceToSee } from '../page-walk.ts';

inChromium('pages about AI tools, light and dark', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let trailId: string;
  beforeAll(async () => {
    world = await consoleWorld();
    ({ team, trailId } = await workspaceToSee(world.here));
  });
  afterAll(() => world?.close());

  const downloaded = async ({ page }: Desk, press: () => Promise<unknown>) => {
    const [download] = await Promise.all([page.waitForEvent('download'), press()]);
    return { name: download.suggestedFilename(), files: await readArchive(await readFile(await download.path())) };
  };

  const mcpAddress = (): string => `${world.here.baseUrl}/mcp/${team.team_id}`;

  test('let an employee connect a tool, open it with the filled-in prompt, and download trails', async () => {
    const desk = await world.signedIn(team.member.email);
    const { page } = desk;
    await walk(desk, { 'tools-connect': '/connect' });
    await page.getByText('Waiting for the first call').waitFor();
    const skills = await downloaded(desk, () => page.getByRole('link', { name: 'Agent Skills' }).click());
    expect(skills.files.map(({ path }) => path)).toEqual(['company-guides/SKILL.md', 'draft-a-job-advert/SKILL.md']);
    await walk(desk, {
      'tools-connect-vscode': async () => {
        await page.getByRole('tab', { name: 'VS Code' }).click();
        const link = await page.getByRole('link', { name: 'Add to VS Code' }).getAttribute('href');
        const [, server = ''] = /^vscode:mcp\/install\?(.*)$/.exec(link ?? '') ?? [];
        expect(JSON.parse(decodeURIComponent(server))).toEqual({ name: 'cairn', type: 'http', url: mcpAddress() });
      },
      'tools-connect-cursor': async () => {
        await page.getByRole('tab', { name: 'Cursor' }).click();
        const link = new URL((await page.getByRole('link', { name: 'Add to Cursor' }).getAttribute('href')) ?? '');
        expect([link.protocol, link.host, link.pathname, link.searchParams.get('name')]).toEqual([
          'cursor:',
          'anysphere.cursor-deeplink',
          '/mcp/install',
          'cairn',
        ]);
        const config = Buffer.from(link.searchParams.get('config') ?? '', 'base64').toString('utf8');
        expect(JSON.parse(config)).toEqual({ url: mcpAddress() });
      },
      'tools-connect-copilot': async () => {
        await page.getByRole('tab', { name: 'Microsoft Copilot' }).click();
        await page.getByText('connects from the internet').waitFor();
      },
      'tools-trail': `/trails/${trailId}`,
    });
    await page.getByLabel('role').first().fill('Baker & clerk');
    const opens = page.getByRole('link', { name: 'Open in Claude' });
    const address = new URL((await opens.getAttribute('href')) ?? '');
    expect([address.origin, address.searchParams.get('q')]).toEqual([
      'https://claude.ai',
      expect.stringContaining('The role: Baker & clerk.'),
    ]);
    const one = await downloaded(desk, () => page.getByRole('link', { name: 'Download as skill' }).click());
    expect(one.name).toBe('draft-a-job-advert.zip');
  }, 180_000);

  test("turn the status light green at a tool's first call", async () => {
    const desk = await world.signedIn(team.author.email);
    await desk.page.goto('/connect');
    await desk.page.getByText('Waiting for the first call').waitFor();
    await fetch(`${world.here.address}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${team.author.key}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    });
    await desk.page.getByText('Connected', { exact: true }).waitFor();
  }, 60_000);

  test('let an author import skills and see how trails are used', async () => {
    const desk = await world.signedIn(team.author.email);
    const { page } = desk;
    await walk(desk, { 'tools-insight': '/insight', 'tools-write-trail': `/write/${trailId}` });
    await page.getByText('Used by fewer than five people in 7 days').waitFor();
    const zip = await archiveOf([
      {
        path: 'tidy-notes/SKILL.md',
        bytes: Buffer.from('---\nname: tidy-notes\ndescription: Tidies notes.\nlicense: MIT\n---\n\nDo it.\n'),
      },
      { path: 'broken/SKILL.md', bytes: Buffer.from('no block') },
    ]);
    await page.goto('/write');
    await walk(desk, {
      'tools-import': async () => {
        await page.getByRole('button', { name: 'Import skills' }).click();
        await page.getByRole('dialog').waitFor();
      },
      'tools-import-done': async () => {
        const [chooser] = await Promise.all([
          page.waitForEvent('filechooser'),
          page.getByRole('button', { name: 'Choose a zip' }).click(),
        ]);
        await chooser.setFiles({ name: 'skills.zip', mimeType: 'application/zip', buffer: zip.bytes });
        await page.getByText('broken/SKILL.md became no draft').waitFor();
      },
      'tools-import-refused': async () => {
        const [chooser] = await Promise.all([
          page.waitForEvent('filechooser'),
          page.getByRole('button', { name: 'Choose a zip' }).click(),
        ]);
        await chooser.setFiles({ name: 'x.zip', mimeType: 'application/zip', buffer: Buffer.from('garbage') });
        await page.getByText('The archive was not read.').first().waitFor();
      },
    });
  }, 180_000);

  test('explain to an admin the effect of making published trails public', async () => {
    const desk = await world.signedIn(team.admin.email);
    const { page } = desk;
    await walk(desk, {
      'tools-sharing': '/admin/workspace',
      'tools-sharing-on': async () => {
        await page.getByRole('switch', { name: /^Anyone can read/ }).click();
        await page.getByText('npx skills add').waitFor();
      },
    });
    const index = await fetch(`${world.here.address}/catalogs/${team.team_id}/.well-known/agent-skills/index.json`);
    expect(index.status).toBe(200);
  }, 120_000);
});
