// People who are not authors: an editor works on single trails, and a member of the group that approves decides.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atCommandLine } from '../../doors/manage/support.ts';
import { publishedTrail } from '../../support/published-trail.ts';
import type { Speaker } from '../../support/speaker.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

inChromium('editors and approvers', () => {
  let world: ConsoleWorld;
  let team: TestTeam;
  let owner: Speaker;
  let trail = '';
  const groups: Record<string, string> = {};
  beforeAll(async () => {
    world = await consoleWorld();
    team = await world.here.team({ name: 'Acme' });
    owner = await atCommandLine(world.here, team.team_id, team.owner.id);
    for (const name of ['Writers', 'Legal']) {
      const { body } = await owner.post<{ id: string }>('/manage/v1/groups', { display_name: name });
      groups[name] = body.id;
    }
    trail = await publishedTrail(team.publisher.speaks, readyDocument('Answer a refund'));
    await publishedTrail(team.publisher.speaks, readyDocument('Plan a workshop'));
    await owner.post(`/manage/v1/groups/${groups.Writers}/members`, { add: [team.member.id] });
    await owner.post(`/manage/v1/trails/${trail}/groups`, { group_id: groups.Writers, edits: true });
    await owner.patch('/manage/v1/catalog-rules', { approval_required: true, approver_group_id: groups.Legal });
  });
  afterAll(() => world?.close());

  test('lets an editor change only their trails, test them and ask for approval', async () => {
    const desk = await world.signedIn(team.member.email);
    const { page, complaints } = desk;
    await page.goto('/trails');
    await page.getByRole('link', { name: 'Trails', exact: true }).click();
    await page.getByText('1 trail', { exact: true }).waitFor();
    expect(await page.getByText('Plan a workshop').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'New trail' }).count()).toBe(0);
    expect(await look(desk, 'editor-list')).toEqual([]);
    await page.getByRole('link', { name: 'Answer a refund' }).click();
    await page.getByRole('tab', { name: 'Edit' }).waitFor();
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Edit', 'Surfacing', 'Versions']);
    await page.getByLabel('Title').fill('Answer a refund request');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page
      .getByText(/Saved \d+ s ago|Saved just now|Saved/)
      .first()
      .waitFor();
    expect(await look(desk, 'editor-trail')).toEqual([]);
    await page.getByRole('tab', { name: 'Surfacing' }).click();
    await page.getByLabel('Prompt to try').fill('Plan a workshop for my team');
    await page.getByRole('button', { name: 'Would it surface?' }).click();
    await page.getByText(/It would (not )?be offered|No trail would/).waitFor();
    await page.getByRole('button', { name: /^Run \d+ example/ }).click();
    await page.getByText('compared with the trails that you can see').waitFor();
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('region', { name: 'Versions' }).waitFor();
    await page.getByRole('button', { name: 'Ask for approval' }).click();
    await page.getByText('A member of Legal reviews revision 2').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Ask for approval' }).click();
    await page.getByText('Members of Legal find it under Approvals').waitFor();
    expect(complaints).toEqual([]);
  }, 90_000);

  test('lets a member of the group that approves read the request and approve it', async () => {
    const email = 'legal@acme.test';
    const legal = { email, name: 'Lea Legal', roles: [] };
    const { user_id } = (await owner.post<{ user_id: string }>('/manage/v1/members', legal)).body;
    await owner.post(`/manage/v1/groups/${groups.Legal}/members`, { add: [user_id] });
    const desk = await world.signedIn(email, team.team_id);
    const { page, complaints } = desk;
    await page.goto('/trails');
    await page.getByRole('link', { name: 'Approvals' }).click();
    await page.getByRole('link', { name: 'Answer a refund request' }).waitFor();
    expect(await look(desk, 'approvals')).toEqual([]);
    await page.getByRole('link', { name: 'Answer a refund request' }).click();
    await page.getByText('Changes for employees since version 1').waitFor();
    expect(await look(desk, 'approval')).toEqual([]);
    await page.getByLabel('Note to the author').fill('Fine');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Approved. It can be published now.').waitFor();
    await page.getByText('Nothing waits for approval').waitFor();
    expect(complaints).toEqual([]);
    const { body } = await owner.get<{ state: string; answer: string }>(`/manage/v1/trails/${trail}/approval`);
    expect(body).toMatchObject({ state: 'approved', answer: 'Fine' });
  }, 90_000);

  test('says whom to ask if the right has ended', async () => {
    await owner.post(`/manage/v1/groups/${groups.Writers}/members`, { remove: [team.member.id] });
    const { page } = await world.signedIn(team.member.email);
    await page.goto(`/write/${trail}`);
    await page.getByText('To change a single trail, ask one of its authors').waitFor();
    await page.goto('/approvals');
    await page.getByText('This page is for approvers').waitFor();
  }, 60_000);
});
