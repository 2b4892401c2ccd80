import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld, look } from '../console-world.ts';

inChromium('backups', () => {
  let world: ConsoleWorld;
  let folder: string;
  beforeAll(async () => {
    folder = temporaryFolder('console-backups');
    world = await consoleWorld({ CAIRN_BACKUP_FOLDER: folder, CAIRN_BACKUP_HOURS: '12', CAIRN_BACKUP_KEEP: '3' });
  });
  afterAll(async () => {
    await world?.close();
  });

  test('lets an operator make a backup, follow its progress, and find the schedule and the restore steps', async () => {
    const operator = await world.here.operator();
    const desk = await world.desk(operator.email);
    const { page, complaints } = desk;
    await page.getByRole('link', { name: 'Backups' }).click();
    await page.getByRole('heading', { level: 2, name: 'No backups yet' }).waitFor();
    await page.getByText('as soon as the last one is 12 hours old').waitFor();
    await page.getByText('The newest 3 are kept').waitFor();
    await page.getByRole('button', { name: 'Create a backup now' }).click();
    await page.getByText('Creating a backup').waitFor();
    await page.getByText(/^The backup is made: \d/).waitFor({ timeout: 60_000 });
    const kind = world.here.config.database.kind === 'embedded' ? 'Embedded' : 'PostgreSQL';
    await page.getByRole('row').filter({ hasText: kind }).waitFor();
    expect(await page.getByText('Creating a backup').count()).toBe(0);
    await page.getByRole('button', { name: 'Copy check command' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
      new RegExp(`^cairn restore --check ${folder}/[\\dTZ-]+$`),
    );
    const command = await page.getByText(/^CAIRN_DATABASE_URL=/).textContent();
    expect(command).toContain(`cairn restore ${folder}/`);
    const isServer = world.here.config.database.kind === 'postgres';
    expect(await page.getByText('point-in-time recovery').count()).toBe(isServer ? 1 : 0);
    expect(await look(desk, 'operator-backups-kept')).toEqual([]);
    expect(complaints).toEqual([]);
  }, 120_000);
});

inChromium('backups of a service without backup storage', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await consoleWorld();
  });
  afterAll(() => world?.close());

  test('names the variable to set, and offers no action that would be refused', async () => {
    const { page } = await world.signedIn((await world.here.operator()).email);
    await page.goto('/operator/backups');
    await page.getByRole('heading', { level: 2, name: 'Backups are off' }).waitFor();
    await page.getByText('CAIRN_BACKUP_FOLDER').waitFor();
    expect(await page.getByRole('button', { name: 'Create a backup now' }).count()).toBe(0);
  }, 60_000);
});
