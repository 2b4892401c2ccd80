// Clients are generated from the documents, so they change only together with their copies in docs/.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type World, world } from '../../support/world.ts';

let service: World;
beforeAll(async () => {
  // With real limits, like the copies, and not with the higher limits for tests.
  service = await world({ CAIRN_RATE_SCALE: '1' });
});
afterAll(() => service.close());

test.each([
  ['/openapi.json', 'docs/openapi.snapshot.json'],
  ['/manage/openapi.json', 'docs/manage/openapi.snapshot.json'],
])('equals in %s the generated document at %s (run npm run openapi after a deliberate change)', async (path, file) => {
  const { body } = await service.anyone.get(path);
  expect(body).toEqual(JSON.parse(readFileSync(file, 'utf8')));
});
