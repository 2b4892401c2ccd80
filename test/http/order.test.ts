import { afterAll, beforeAll, expect, test } from 'vitest';
import { slugOf } from '../support/speaker.ts';
import { type World, world } from '../support/world.ts';

let service: World;
beforeAll(async () => {
  service = await world();
});
afterAll(() => service.close());

test('smoke', async () => {
  const team = await service.team();
  const me = await team.author.speaks.get('/v1/me');
  expect(me.status).toBe(200);
  expect(slugOf(await service.anyone.get('/v1/me'))).toBe('unauthorized');
});
