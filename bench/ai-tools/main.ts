// What do real AI tools show a model of a catalog with 10, 100, 1,000 and 10,000 trails? Installs the company plugin
// into pinned tools, lets them run one prompt against a fake model on this machine, and prints what the first request
// contained. Fails if find_trail or the skill that leads to it is missing, if a trail of the plugin has no description,
// or if the request grows with the catalog: node scripts/run-ts.mjs bench/ai-tools/main.ts FOLDER, where FOLDER has the
// tools in node_modules (.ci/ai-tools installs them), after npm run build:server.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readArchive } from '../../src/skills/read-archive.ts';
import { startCairn } from '../support/processes.ts';
import { onDatabase, storageOn } from '../support/storage.ts';
import { type Catalog, createCatalog, MARK } from './catalogs.ts';
import { startFakeModel } from './fake-model.ts';
import { openSignedInDoor } from './signed-in-door.ts';
import { AI_TOOLS, type AiTool, type InstalledPlugin } from './tools.ts';

const PROMPT = 'Answer a customer who wants a refund.';
const [DEFAULT, HIGHEST] = [10, 50];
/** Numbers of trails in the catalog and at most in the plugin. */
const CATALOGS = [
  [10, DEFAULT],
  [100, DEFAULT],
  [1_000, DEFAULT],
  [10_000, DEFAULT],
  [10_000, HIGHEST],
] as const;
/** The part of a request that comes from the plugin may differ by this much between catalogs. */
const TOLERANCE = 0.05;

interface Seen {
  readonly bytes: number;
  readonly hasFindTrail: boolean;
  readonly hasRouter: boolean;
  /** Descriptions of trails. */
  readonly descriptions: number;
}

const commands = join(process.argv[2] ?? '', 'node_modules', '.bin');
const tools = AI_TOOLS.filter(({ command }) => existsSync(join(commands, command)));
for (const { name } of AI_TOOLS.filter((tool) => !tools.includes(tool))) console.log(`Skipped ${name}: not installed.`);

const folder = await mkdtemp(join(tmpdir(), 'cairn-ai-tools-'));
const { url, env, remove } = await storageOn(undefined);
const catalogs = await onDatabase(url, async (database) => {
  const made: Catalog[] = [];
  for (const [trails, most] of CATALOGS) made.push(await createCatalog(database, trails, most));
  return made;
});
const [model, door] = [await startFakeModel(), await openSignedInDoor()];
const cairn = await startCairn({ ...env, CAIRN_PUBLIC_URL: door.address });
door.forward(cairn.address, new Map(catalogs.map(({ team_id, key }) => [team_id, key])));
const problems: string[] = [];
const plugins: InstalledPlugin[] = [];
for (const [at, catalog] of catalogs.entries()) plugins.push(await downloaded(catalog, join(folder, String(at))));

console.log('| AI tool | trails | in the plugin | descriptions shown | find_trail | router | bytes | from Cairn |');
console.log('|---|---:|---:|---:|---|---|---:|---:|');
for (const tool of tools) await measure(tool);
door.close();
model.close();
await cairn.stop();
await remove();
await rm(folder, { recursive: true, force: true });
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);

async function measure(tool: AiTool): Promise<void> {
  const alone = await firstRequest(tool, undefined);
  const added: number[] = [];
  for (const [at, [trails, most]] of CATALOGS.entries()) {
    const seen = await firstRequest(tool, plugins[at]);
    const own = seen.bytes - alone.bytes;
    if (most === DEFAULT) added.push(own);
    const inIt = Math.min(trails, most);
    const [found, routed] = [seen.hasFindTrail ? 'yes' : 'no', seen.hasRouter ? 'yes' : 'no'];
    console.log(`| ${[tool.name, trails, inIt, seen.descriptions, found, routed, seen.bytes, own].join(' | ')} |`);
    const where = `${tool.name} with ${trails} trails, ${inIt} in the plugin`;
    if (!seen.hasFindTrail) problems.push(`${where}: find_trail is not in the first request.`);
    if (!seen.hasRouter) problems.push(`${where}: the skill company-guides is not in the first request.`);
    if (seen.descriptions < inIt) problems.push(`${where}: only ${seen.descriptions} descriptions are shown.`);
  }
  const [least, most] = [Math.min(...added), Math.max(...added)];
  if (most > least * (1 + TOLERANCE))
    problems.push(`${tool.name}: ${least} to ${most} bytes, depending on the catalog.`);
}

/** The first request with tools. opencode asks for a title before it. */
async function firstRequest(tool: AiTool, plugin: InstalledPlugin | undefined): Promise<Seen> {
  model.taken();
  await tool.run({ commands, model: model.address, prompt: PROMPT, ...(plugin && { plugin }) });
  const bodies = model.taken();
  const body = bodies.find((one) => toolsOf(one).length > 0);
  if (body === undefined) throw new Error(`${tool.name} sent ${bodies.length} requests, but none with tools.`);
  return {
    bytes: Buffer.byteLength(body),
    hasFindTrail: /"name":"[^"]*find_trail"/.test(JSON.stringify(toolsOf(body))),
    hasRouter: body.includes('Use when a person starts a work task'),
    descriptions: new Set([...body.matchAll(MARK)].map(([, number]) => number)).size,
  };
}

function toolsOf(body: string): readonly unknown[] {
  return (JSON.parse(body) as { readonly tools?: readonly unknown[] }).tools ?? [];
}

/** Downloads the marketplace as an employee and unpacks it. */
async function downloaded({ key }: Catalog, into: string): Promise<InstalledPlugin> {
  const headers = { Authorization: `Bearer ${key}` };
  const answer = await fetch(`${cairn.address}/mcp/downloads/marketplace.zip`, { headers });
  if (!answer.ok) throw new Error(`marketplace.zip: ${answer.status} ${await answer.text()}`);
  for (const { path, bytes } of await readArchive(Buffer.from(await answer.arrayBuffer()))) {
    await mkdir(dirname(join(into, path)), { recursive: true });
    await writeFile(join(into, path), bytes);
  }
  const { name, plugins } = await jsonOf<{ name: string; plugins: [{ name: string; source: { path: string } }] }>(
    join(into, '.agents/plugins/marketplace.json'),
  );
  const root = join(into, plugins[0].source.path);
  const { mcpServers } = await jsonOf<{ mcpServers: { cairn: { url: string } } }>(join(root, 'mcp.json'));
  return { marketplace: into, folder: root, name: `${plugins[0].name}@${name}`, connection: mcpServers.cairn.url };
}

async function jsonOf<Shape>(path: string): Promise<Shape> {
  return JSON.parse(await readFile(path, 'utf8')) as Shape;
}
