// Lists that clients read whole do not grow with the catalog. Claude Code reads every page of them before it shows a
// model any tool, and gives up after five seconds.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_LISTED } from '../../../src/doors/mcp/list-page.ts';
import { sql } from '../../../src/storage/sql.ts';
import { publishedTrail } from '../../support/published-trail.ts';
import { type World, world } from '../../support/world.ts';
import { readyDocument } from '../../trails/catalog.ts';
import { type Managed, managedTeam } from '../manage/support.ts';
import { connect, type McpCaller } from './mcp-client.ts';

let service: World;
let team: Managed;
let employee: McpCaller;
beforeAll(async () => {
  service = await world();
  team = await managedTeam(service, { name: 'Acme' });
  await copies(await publishedTrail(team.publisher.speaks, readyDocument('Plan')), MAX_LISTED + 20);
  employee = await connect(service.address, team.author.key);
});
afterAll(async () => {
  await employee.close();
  await service.close();
});

/** Adds live trails with the same document, named plan-1, plan-2 and so on. */
const copies = (trailId: string, count: number) =>
  service.app.database.inTransaction((tx) =>
    tx.rows(sql`
      with made as (
        insert into trails (catalog_id, trail_id, status, sort_order, document, title, target_role, description, tools,
          prompt_count, search_text, published_version, published_revision, published_at, prompt_names, skill_name)
        select catalog_id, gen_random_uuid(), status, 100 + n, document, title, target_role, description, tools,
          prompt_count, search_text, published_version, published_revision, published_at, prompt_names, 'plan-' || n
        from trails, generate_series(1, ${count}::integer) n
        where catalog_id = ${team.team_id} and trail_id = ${trailId}
        returning catalog_id, trail_id, document),
      revised as (
        insert into trail_revisions (catalog_id, trail_id, revision, document)
        select catalog_id, trail_id, 1, document from made)
      insert into trail_versions (catalog_id, trail_id, version, document, revision)
      select catalog_id, trail_id, 1, document, 1 from made`),
  );

interface Page {
  readonly nextCursor?: string | undefined;
}

async function allOf<One extends Page>(list: (params: { cursor?: string }) => Promise<One>): Promise<One[]> {
  const pages: One[] = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const page = await list(cursor === undefined ? {} : { cursor });
    pages.push(page);
    cursor = page.nextCursor;
  }
  return pages;
}

test('lists the prompts and skills of at most a fixed number of trails, in pages', async () => {
  const { client } = employee;
  const prompts = await allOf((params) => client.request({ method: 'prompts/list', params }));
  const named = prompts.flatMap((page) => page.prompts.map(({ name }) => name.split('.')[0]));
  expect([prompts.length, new Set(named).size]).toEqual([3, MAX_LISTED]);
  const resources = await allOf((params) => client.request({ method: 'resources/list', params }));
  expect([resources.length, resources.flatMap((page) => page.resources).length]).toEqual([3, MAX_LISTED]);
});

test('returns the prompts and skills of other trails by name, and lists all trails to browse', async () => {
  const name = `plan-${MAX_LISTED + 20}`;
  const prompt = await employee.client.getPrompt({ name: `${name}.draft` });
  expect(prompt.messages).toHaveLength(1);
  const { contents } = await employee.client.readResource({ uri: `skill://acme/${name}/SKILL.md` });
  expect(JSON.stringify(contents)).toContain(`name: ${name}`);
  expect(await employee.call('browse_trails', {})).toMatchObject({ total: MAX_LISTED + 21 });
});
