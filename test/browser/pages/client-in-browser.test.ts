// Runs the typed client in a page of the service's origin, and the same scenario in Node.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as client from '@cairn/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journey } from '../../../packages/client/test/runtime-journey.mjs';
import { inChromium } from '../chromium.ts';
import { type ConsoleWorld, consoleWorld } from '../console-world.ts';

const OUTCOME = { mayWrite: true, hasImage: true, all_pass: true, isListed: true, refusedField: 'title' };

inChromium('the client in a browser', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await consoleWorld();
  });
  afterAll(() => world?.close());

  test('behaves in a page as it does in Node', async () => {
    const { here } = world;
    const [{ publisher: first }, { publisher: second }] = [await here.team(), await here.team()];
    expect(await journey(client, { url: here.address, key: first.key })).toEqual(OUTCOME);
    const { page } = await world.visitor();
    await page.route('**/packages/client/**', (route) => {
      const file = resolve(`.${new URL(route.request().url()).pathname}`);
      return route.fulfill({ contentType: 'text/javascript', body: readFileSync(file, 'utf8') });
    });
    await page.goto('/health');
    const script = `(async () => {
      const { journey } = await import('/packages/client/test/runtime-journey.mjs');
      const client = await import('/packages/client/dist/client.js');
      return journey(client, ${JSON.stringify({ url: here.address, key: second.key })});
    })()`;
    expect(await page.evaluate(script)).toEqual(OUTCOME);
  }, 120_000);
});
