// The history of a person: why a person has a role, and why a person is gone. It stays usable with 10,000 lines.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/base/id.ts';
import { sql } from '../../../src/storage/sql.ts';
import { connect, type ScimConnection, setAge } from '../../doors/scim/support/connection.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

inChromium('the history of a person in the console', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await consoleWorld();
  });
  afterAll(() => world?.close());

  async function acme(name: string) {
    const team = await world.here.team({ name });
    const okta = await connect(world.here, team.team_id);
    const desk = await world.signedIn(team.admin.email);
    return { team, okta, desk };
  }
  const accountOf = async ({ team_id }: ScimConnection, recordId: string): Promise<string> => {
    const row = await world.here.app.database.row<{ account_id: string }>(sql`
      select account_id from scim_user_records where team_id = ${team_id} and record_id = ${recordId}`);
    return row?.account_id ?? '';
  };
  /** Adds older changes of the person's attributes to the audit log. */
  const fill = (team_id: string, account: string, count: number) =>
    world.here.app.database.rows(sql`
      insert into audit_entries (team_id, entry_id, at, kind, actor, subject, after)
      select ${team_id}::uuid, id, now() - interval '30 days', 'team.member.attributes_changed',
        '{"kind":"system","id":null,"name":"Importer"}'::jsonb,
        jsonb_build_object('kind', 'user', 'id', ${account}::text, 'name', 'Ana'), '{"attributes":["title"]}'::jsonb
      from unnest(${Array.from({ length: count }, () => newId())}::uuid[]) as added (id)`);
  const width = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

  test('loads 10,000 lines page by page, at 1,440 and at 390 pixels', async () => {
    const { team, okta, desk } = await acme('Acme');
    const { page } = desk;
    const account = await accountOf(okta, await okta.user('Ana'));
    await fill(team.team_id, account, 10_000);
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().includes('/history')) requests += 1;
    });
    for (const [size, height] of [
      [1_440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width: size, height });
      requests = 0;
      await page.goto(`/admin/members/${account}/history`);
      const table = page.getByRole('table', { name: 'History' });
      await table.getByRole('row').nth(3).waitFor();
      expect(await look(desk, `admin-history-long-${size}`)).toEqual([]);
      expect(await page.evaluate(width)).toBe(0);
      expect(requests).toBeLessThan(4);
      const before = await page.evaluate<number>("document.querySelector('.rows').scrollHeight");
      await page.evaluate("document.querySelector('.rows').scrollTo(0, 1_000_000)");
      await expect
        .poll(() => page.evaluate<number>("document.querySelector('.rows').scrollHeight"))
        .toBeGreaterThan(before);
      expect(await table.getByRole('row').count()).toBeLessThan(60);
    }
    expect(desk.complaints).toEqual([]);
  }, 120_000);

  test('explains roles from groups, a suspension and a removal, each with a link to its cause', async () => {
    const { okta, desk } = await acme('Bcme');
    const { page } = desk;
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) ids.push(await okta.user(`Person${n}`));
    await okta.group('Sales', ids.slice(0, 2));
    await setAge(world.here, okta, 86_400_000);
    const account = await accountOf(okta, ids[0] ?? '');
    for (const id of ids) await okta.delete(`/Users/${id}`);
    await page.setViewportSize({ width: 1_440, height: 900 });
    await page.goto(`/admin/members/${account}/history`);
    await page.getByText('removed this person with many others').waitFor();
    const table = page.getByRole('table', { name: 'History' });
    await table.getByText('Okta changed the members of Sales').first().waitFor();
    expect(await look(desk, 'admin-history-suspended')).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await look(desk, 'admin-history-suspended-phone')).toEqual([]);
    expect(await page.evaluate(width)).toBe(0);
    await table.getByRole('link', { name: 'Request of Okta' }).first().click();
    await page.getByRole('tab', { name: 'Provisioning log', selected: true }).waitFor();
    expect(desk.complaints).toEqual([]);
  }, 120_000);
});
