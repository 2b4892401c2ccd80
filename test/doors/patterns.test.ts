// Every pattern in the service's JSON Schemas must compile in programs of any language.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';
import { connect } from './mcp/mcp-client.ts';

let service: World;
let team: TestTeam;
beforeAll(async () => {
  service = await world();
  team = await service.team();
});
afterAll(() => service.close());

/** Every `pattern` in the value. */
function patternsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === 'pattern' && typeof member === 'string' ? [member] : patternsIn(member),
  );
}

/** Unicode classes, which Python lacks, and lookaround and `\\u`, which Go (RE2) lacks. */
const UNEVEN = /\\p|\(\?<?[=!]|\\u|\\c|\\k/i;

const told = (path: string) => async (): Promise<unknown> => (await team.owner.speaks.get(path)).body;

test.each([
  ['the OpenAPI document of /v1', told('/openapi.json')],
  ['the OpenAPI document of /manage', told('/manage/openapi.json')],
  ['the authoring guide', told('/v1/authoring-guide')],
  ['the list of tools', async () => (await connect(service.address, team.owner.key)).client.listTools()],
])('%s has no pattern that only some languages can compile', async (_, read) => {
  const patterns = patternsIn(await read());
  expect(patterns).not.toEqual([]);
  expect(patterns.filter((pattern) => UNEVEN.test(pattern))).toEqual([]);
  for (const pattern of patterns) for (const flags of ['', 'u']) expect(new RegExp(pattern, flags)).toBeDefined();
});
