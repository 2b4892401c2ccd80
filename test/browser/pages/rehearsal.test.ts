// An admin rehearses what an identity provider would change, and reads the prediction.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, setAge } from '../../doors/scim/support/connection.ts';
import { restrictedTrail } from '../../doors/scim/support/restricted-trail.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, type Desk, look } from '../console-world.ts';

inChromium('rehearsals in the console', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await consoleWorld();
  });
  afterAll(() => world?.close());

  async function provisioned(name: string, people: number) {
    const team = await world.here.team({ name });
    const okta = await connect(world.here, team.team_id);
    const ids: string[] = [];
    for (let n = 0; n < people; n += 1) ids.push(await okta.user(`Person${n}`));
    await setAge(world.here, okta, 86_400_000);
    const desk = await world.signedIn(team.admin.email);
    return { team, okta, ids, desk, address: `/admin/connections/${okta.connection_id}?tab=rehearsal` };
  }

  const upload = async ({ page }: Desk, name: string, text: string): Promise<void> => {
    await page.getByText('A list', { exact: true }).click();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /^Choose a/ }).click();
    await (await choosing).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  };
  /** The width of the page minus the width of the window. */
  const overflow = ({ page }: Desk) =>
    page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

  test('rehearses a CSV list, shows people, trails and requests, and stores nothing', async () => {
    const { okta, ids, desk, address } = await provisioned('Acme', 3);
    const trail_id = await restrictedTrail(world.here, okta, await okta.group('Legal', ids));
    const { page, complaints } = desk;
    const userName = (await okta.get(`/Users/${ids[0]}`)).body.userName;

    await page.goto(address);
    await page.getByRole('heading', { name: 'No rehearsal yet' }).waitFor();
    expect(await look(desk, 'admin-rehearsal-empty')).toEqual([]);
    await upload(
      desk,
      'people.csv',
      `userName,displayName,groups,Cost center\r\n${userName},Renamed,"Authors;Pay"\r\n"new@example.com","New, Nora",Pay,7\r\n`,
    );
    await page.getByText('2 people and 2 groups.').waitFor();
    await page.getByText('Ignored columns: Cost center.').waitFor();
    await page.getByRole('button', { name: 'Rehearse the list' }).click();
    await page.getByRole('tab', { name: 'People (4)' }).waitFor();
    const people = page.getByRole('table', { name: 'People who would be affected' });
    await people.getByText('New, Nora').waitFor();
    expect(await people.getByText('Deactivated').count()).toBe(2);
    expect(await look(desk, 'admin-rehearsal-people')).toEqual([]);
    await page.getByRole('combobox', { name: 'Outcome' }).click();
    await page.getByRole('option', { name: 'Deactivated (2)' }).click();
    await people.getByText('New, Nora').waitFor({ state: 'detached' });

    await page.getByRole('tab', { name: 'Trails (1)' }).click();
    await page.getByRole('row', { name: 'Answer a refund 0 3' }).waitFor();
    expect(await page.getByRole('link', { name: 'Answer a refund' }).getAttribute('href')).toContain(trail_id);
    expect(await look(desk, 'admin-rehearsal-trails')).toEqual([]);
    await page.getByRole('tab', { name: 'Requests (7)' }).click();
    await page.getByRole('button', { name: 'Show request 2' }).click();
    await page.getByRole('dialog').getByText('Okta added New, Nora').waitFor();
    expect(await look(desk, 'admin-rehearsal-request')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await look(desk, 'admin-rehearsal-phone')).toEqual([]);
    expect(await overflow(desk)).toBe(0);

    expect((await okta.get('/Users')).body.totalResults).toBe(3);
    expect((await okta.get(`/Users/${ids[1]}`)).body.active).toBe(true);
    expect(complaints).toEqual([]);
  }, 120_000);

  test('rehearses the last cycle after the log has kept it', async () => {
    const { okta, ids, desk, address } = await provisioned('Bcme', 2);
    const { page } = desk;
    await page.goto(address);
    await page.getByRole('button', { name: 'Rehearse the last cycle' }).click();
    await page.getByText('The log did not keep the content of 2 requests. Keep requests').waitFor();
    await page.getByRole('button', { name: 'Keep requests' }).click();
    await page.getByText('From now on, the log keeps').waitFor();
    await page.getByText('The log does not keep the content of requests').waitFor({ state: 'detached' });
    await okta.patch(`/Users/${ids[0]}`, [{ op: 'replace', path: 'active', value: false }]);
    await world.here.app.dispatcher.round();
    await page.getByRole('button', { name: 'Rehearse the last cycle' }).click();
    await page.getByText('Some requests are missing').waitFor();
    await page.getByRole('tab', { name: 'Requests (1)' }).click();
    // The request has already been carried out.
    await page.getByText('Nothing changes.').waitFor();
    await page.getByRole('tab', { name: 'People (0)' }).click();
    await page.getByRole('heading', { name: 'No one would be affected' }).waitFor();
    expect(await look(desk, 'admin-rehearsal-cycle')).toEqual([]);
  }, 120_000);

  test('says what is wrong with a file, with a list, and while another rehearsal runs', async () => {
    const { desk, address } = await provisioned('Ccme', 1);
    const { page } = desk;
    await page.goto(address);
    await upload(desk, 'garbage.json', '[{"userName": ');
    await page.getByRole('alert').getByText('The file is not valid JSON.').waitFor();
    await upload(desk, 'people.csv', 'name;mail\nAna;ana@example.com\n');
    await page.getByRole('alert').getByText('One of them must be userName.').waitFor();
    expect(await page.getByRole('button', { name: 'Rehearse the list' }).isDisabled()).toBe(true);
    await upload(desk, 'empty.csv', 'userName;displayName\n');
    await page.getByRole('alert').getByText('The file names no people and no groups.').waitFor();
    await upload(desk, 'twice.csv', 'userName\nana@example.com\nana@example.com\n\n');
    await page.getByRole('button', { name: 'Rehearse the list' }).click();
    await page.getByRole('tab', { name: 'Requests (3)' }).click();
    await page.getByText('Refused, 409').waitFor();
    await page.getByRole('checkbox', { name: 'Only refused requests' }).click();
    expect(await page.getByRole('row').count()).toBe(2);

    const many = Array.from({ length: 10_001 }, (_, n) => ({ userName: `p${n}@example.com` }));
    await upload(desk, 'too-many.json', JSON.stringify(many));
    await page.getByRole('button', { name: 'Rehearse the list' }).click();
    await page.getByRole('alert').getByText('The list has errors').waitFor();
    await page.route('**/rehearsals', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: JSON.stringify({ type: 'not-ready', title: '', status: 503, detail: 'Other rehearsals are running.' }),
      }),
    );
    await page.getByRole('button', { name: 'Rehearse the list' }).click();
    await page.getByText('Other rehearsals are running.').waitFor();
    await page.unroute('**/rehearsals');
    await upload(desk, 'one.json', '{"users":[{"userName":"ana@example.com"}]}');
    await page.getByRole('button', { name: 'Rehearse the list' }).click();
    await page.getByRole('tab', { name: 'Requests (2)' }).waitFor();
  }, 120_000);

  test('stays usable with 10,000 lines, and ends a rehearsal that is canceled', async () => {
    const { desk, address } = await provisioned('Dcme', 1);
    const { page } = desk;
    await page.goto(address);
    const rows = Array.from({ length: 10_000 }, (_, n) => `p${n}@example.com,Person ${n}`);
    await upload(desk, 'people.csv', ['userName,displayName', ...rows].join('\n'));
    await page.getByText('10,000 people and 0 groups.').waitFor();
    await page.getByRole('button', { name: 'Rehearse the list' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'No rehearsal yet' }).waitFor();

    await page.route('**/rehearsals', (route) =>
      route.fulfill({ contentType: 'application/json', body: JSON.stringify(predictionOf(10_000)) }),
    );
    await page.getByRole('button', { name: 'Rehearse the list' }).click();
    await page.getByText('This is the result of the first 10,000 requests.').waitFor();
    await page.getByText('12 → 10,012 of 10,012').waitFor();
    for (const [tab, last] of [
      ['People (10,000)', 'Person 9999'],
      ['Requests (10,000)', 'POST User p9999@example.com'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      const table = page.getByRole('table');
      await page.evaluate("document.querySelector('.rows').scrollTo(0, 1_000_000)");
      await table.getByText(last, { exact: true }).waitFor();
      expect(await table.getByRole('row').count()).toBeLessThan(60);
      expect(await look(desk, `admin-rehearsal-many-${tab.slice(0, 6)}`)).toEqual([]);
    }
    await page.getByRole('tab', { name: 'Trails (150)' }).click();
    await page.getByRole('button', { name: 'Show 50 more' }).click();
    await page.getByText('Trail 149').waitFor();
    expect(desk.complaints).toEqual([]);
  }, 120_000);
});

/** A prediction with this many new people. */
function predictionOf(count: number) {
  const each = <Made>(make: (n: number) => Made, length = count) => Array.from({ length }, (_, n) => make(n));
  return {
    is_complete: false,
    skipped: 0,
    refused: 0,
    people: each((n) => ({
      user_id: idOf(n),
      name: `Person ${n}`,
      email: `p${n}@example.com`,
      outcome: 'created',
      roles_before: [],
      roles_after: ['member', 'author'],
      trails_gained: [idOf(0)],
      trails_lost: [],
    })),
    seats: { limit: 12 + count, before: 12, after: 12 + count },
    trails: each((n) => ({ trail_id: idOf(n), title: `Trail ${n}`, gained: count, lost: 0 }), 150),
    lines: each((n) => ({
      method: 'POST',
      resource: 'User',
      id: idOf(n),
      name: `p${n}@example.com`,
      answer: null,
      is_refused: false,
      status: null,
      scim_type: null,
      explanation: null,
      warnings: [],
      changes: [
        {
          kind: 'team.member.added',
          subject: { kind: 'user', id: idOf(n), name: `Person ${n}` },
          before: null,
          after: { status: 'active' },
        },
      ],
    })),
  };
}

const idOf = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
