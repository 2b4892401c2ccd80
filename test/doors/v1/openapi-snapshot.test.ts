// The documents are what clients are made from: none changes without the change of its copy in docs/.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type World, world } from '../../support/world.ts';

let service: World;
beforeAll(async () => {
  // As the copies are made: limits as they are, not widened for tests.
  service = await world({ CAIRN_RATE_SCALE: '1' });
});
afterAll(() => service.close());

test.each([
  ['/openapi.json', 'docs/openapi.snapshot.json'],
  ['/manage/openapi.json', 'docs/manage/openapi.snapshot.json'],
])('%s is the copy in %s; where the change is meant: npm run openapi', async (path, file) => {
  const { body } = await service.anyone.get(path);
  expect(body).toEqual(JSON.parse(readFileSync(file, 'utf8')));
});
