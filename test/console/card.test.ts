// The card that /mcp serves to AI tools for a trail: its size, its independence from other files, and its audience.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConsoleFiles } from '../../src/doors/console/console-files.ts';
import { connect, type Era, type McpCaller } from '../doors/mcp/mcp-client.ts';
import type { TestTeam } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';

const html = readConsoleFiles()?.card ?? '';
const URI = 'ui://cairn/trail';

test('is one page of at most 30 kB that refers to no other file', () => {
  expect(Buffer.byteLength(html)).toBeGreaterThan(5_000);
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(30_000);
  expect(html).not.toMatch(
    /\s(?:src|href|action)=|@import|url\(|import\s*\(|\bfetch\(|XMLHttpRequest|innerHTML|eval\(/,
  );
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).toContain("default-src 'none'");
});

const uiOf = async ({ client }: McpCaller) =>
  (await client.listTools()).tools.flatMap(({ name, _meta }) => (_meta?.ui === undefined ? [] : [[name, _meta.ui]]));

describe.each(['modern', 'legacy'] as const)('a %s client', (era: Era) => {
  let service: World;
  let team: TestTeam;
  let employee: McpCaller;
  beforeAll(async () => {
    service = await world();
    team = await service.team();
    employee = await connect(service.address, team.member.key, era);
  });
  afterAll(async () => {
    await employee.close();
    await service.close();
  });

  test('reads the card by the address that get_trail names', async () => {
    expect(await uiOf(employee)).toEqual([['get_trail', { resourceUri: URI }]]);
    const { contents } = await employee.client.readResource({ uri: URI });
    expect(contents).toEqual([
      {
        ...{ uri: URI, mimeType: 'text/html;profile=mcp-app', text: html },
        _meta: { ui: { csp: {}, prefersBorder: true } },
      },
    ]);
  });

  test('does not see the card among the resources', async () => {
    expect((await employee.client.listResources()).resources).toEqual([]);
  });
});

test('is not offered by a service whose console was not built', async () => {
  const service = await world({}, { readConsole: () => undefined });
  const { member } = await service.team();
  const employee = await connect(service.address, member.key);
  expect(await uiOf(employee)).toEqual([]);
  await expect(employee.client.readResource({ uri: URI })).rejects.toThrow(/not found/i);
  await employee.close();
  await service.close();
});
