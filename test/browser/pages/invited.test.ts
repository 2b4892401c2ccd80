// The link of an invitation is opened by the invited person, by another person, without a session, twice, and after it
// was withdrawn.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOrInvite } from '../../../src/directory/joining/invitations.ts';
import { addMember } from '../../../src/directory/members/members.ts';
import { linkFor } from '../../doors/sign-in/browser.ts';
import { BY_TEST, type TestTeam } from '../../support/test-team.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

const NOT_YOURS = 'This invitation is not for you';

inChromium('the link of an invitation', () => {
  let world: ConsoleWorld;
  let acme: TestTeam;
  let other: TestTeam;
  beforeAll(async () => {
    world = await consoleWorld();
    acme = await world.here.team({ name: 'Acme' });
    other = await world.here.team({ name: 'Other' });
  });
  afterAll(() => world?.close());

  /** Invites a person on the members page and returns the link copied there. */
  async function invite(email: string): Promise<{ link: string; withdraw: () => Promise<void> }> {
    const desk = await world.signedIn(acme.owner.email);
    const { page } = desk;
    await page.goto('/admin/members');
    await page.getByRole('button', { name: 'Add person' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Somebody Else');
    await page.getByRole('dialog').getByLabel('E-mail address').fill(email);
    await page.getByRole('dialog').getByLabel('Author').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Add person' }).click();
    await page.getByRole('button', { name: `Copy link for ${email}` }).click();
    await page
      .getByRole('region', { name: /^Invited/ })
      .getByText('Author', { exact: true })
      .first()
      .waitFor();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(await look(desk, 'invited')).toEqual([]);
    return {
      link: link.slice(new URL(link).origin.length),
      async withdraw() {
        await page.getByRole('button', { name: `Withdraw the invitation of ${email}` }).click();
        await page.getByText('The invitation is withdrawn.').waitFor();
      },
    };
  }

  test('counts invitations beyond the first page, and loads them on request', async () => {
    const { database } = world.here.app;
    const crowded = await world.here.team({ name: 'Crowded' });
    await database.inTransaction(async (tx) => {
      for (let n = 0; n <= 100; n += 1) {
        const person = { email: `guest${n}.${other.team_id}@other.test`, name: `Guest ${n}`, roles: [] };
        await addMember(tx, other.team_id, person, BY_TEST);
        await addOrInvite(tx, crowded.team_id, person, world.here.clock(), BY_TEST);
      }
    });
    const { page } = await world.signedIn(crowded.owner.email);
    await page.goto('/admin/members');
    await page.getByRole('heading', { name: 'Invited (100 and more)' }).waitFor();
    const invited = page.getByRole('region', { name: /^Invited/ });
    await invited.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('heading', { name: 'Invited (101)' }).waitFor();
    expect(await invited.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  }, 60_000);

  test('returns to the invitation after sign-in, and needs one click to join', async () => {
    const { link } = await invite(other.author.email);
    const desk = await world.visitor();
    const { page, complaints } = desk;
    await page.goto(link);
    await page.getByLabel('Work e-mail address').waitFor();
    const wanted = new URL(page.url()).searchParams.get('to');
    expect(wanted).toBe(link);
    await page.goto(`/sign-in#token=${await linkFor(world.here, other.author.email)}`);
    await page.getByRole('button', { name: 'Sign in with this link' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' });
    await page.goto(link);
    await page.getByRole('region', { name: 'Invitations' }).getByText('Author', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Join Acme' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('You are a member of Acme now.').waitFor();
    await page.getByRole('button', { name: 'Join Acme' }).waitFor({ state: 'detached' });
    expect(await page.getByText(NOT_YOURS).count()).toBe(0);
    expect(await look(desk, 'joined')).toEqual([]);
    // The focus is on the next step: opening the workspace.
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByText('Acme', { exact: true }).waitFor();
    await page.goto(link);
    await page.getByText(NOT_YOURS).waitFor();
    const session = await page.evaluate<{ roles: string[] }>(
      "fetch('/manage/v1/session').then((answer) => answer.json())",
    );
    expect(session).toMatchObject({ team: { name: 'Acme' } });
    expect(session.roles).toContain('author');
    expect(complaints).toEqual([]);
  }, 90_000);

  test('tells another person that the invitation is not for them, and lets them dismiss it for good', async () => {
    const { link, withdraw } = await invite(other.publisher.email);
    const desk = await world.signedIn(acme.member.email, acme.team_id);
    const { page } = desk;
    await page.goto(link);
    await page.getByText(NOT_YOURS).waitFor();
    await page.getByText(`You are signed in as ${acme.member.email}.`).waitFor();
    expect(await look(desk, 'invitation-of-another')).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText(NOT_YOURS).waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in as someone else' }).click();
    await page.getByLabel('Work e-mail address').waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('to')).toBe(link);

    await withdraw();
    const invited = await world.signedIn(other.publisher.email, other.team_id);
    await invited.page.goto(link);
    await invited.page.getByText(NOT_YOURS).waitFor();
  }, 90_000);

  test('refuses to join if the invitation was withdrawn in the meantime or is older than thirty days', async () => {
    const { link, withdraw } = await invite(other.member.email);
    const { page } = await world.signedIn(other.member.email, other.team_id);
    await page.goto(link);
    await page.getByRole('button', { name: 'Join Acme' }).waitFor();
    await withdraw();
    await page.getByRole('button', { name: 'Join Acme' }).click();
    await page.getByText('There is no such open invitation.', { exact: false }).waitFor();
    await page.getByText(NOT_YOURS).waitFor();
    expect(await page.getByRole('button', { name: 'Join Acme' }).count()).toBe(0);

    const late = await invite(other.admin.email);
    world.here.clock.advance(31 * 86_400_000);
    const later = await world.signedIn(other.admin.email, other.team_id);
    await later.page.goto(late.link);
    await later.page.getByText(NOT_YOURS).waitFor();
  }, 90_000);
});
