// Every way in which an employee can read a trail. The ways are derived: all route tables, all tools that /mcp offers,
// and all capabilities that it declares. A new way is therefore tried without further work, and a new kind of way fails
// here until someone decides what to send.
import { unzipSync } from 'fflate';
import { sessionToken } from '../doors/manage/support.ts';
import { endsTheVisit } from '../scale/every-door.ts';
import type { TestPerson } from '../support/test-team.ts';
import type { World } from '../support/world.ts';
import { tableLines } from './access/route-tables.ts';

/** A person of a workspace with both credentials that they have for reading. */
export interface WayReader {
  readonly token: string;
  readonly key: string;
}

export const wayReader = async (
  service: World,
  team_id: string,
  { id, key }: Pick<TestPerson, 'id' | 'key'>,
): Promise<WayReader> => ({ token: await sessionToken(service, team_id, id), key });

/** The ids and words with which each way is tried. */
export interface Subject {
  /** The ids, by the names of path parameters. */
  readonly ids: Readonly<Record<string, string>>;
  readonly prompt: string;
  readonly skill: string;
  /** The MCP name of a prompt of the trail. */
  readonly slashCommand: string;
  /** Occurs in the description, the keywords and the prompts of the trail, and nowhere else. */
  readonly mark: string;
}

/** The names of the ways whose response contains the mark, or the id if the request did not. */
export async function waysThatShow(service: World, reader: WayReader, subject: Subject): Promise<string[]> {
  const found: string[] = [];
  const id = subject.ids.trail_id ?? '';
  for (const way of [...routeWays(subject), ...(await mcpWays(service, reader, subject))]) {
    const init = way.init(reader);
    const answer = await fetch(`${service.address}${way.path}`, init);
    const text = textOf(Buffer.from(await answer.arrayBuffer()));
    const isAsked = `${way.path} ${init.body}`.includes(id);
    if (text.includes(subject.mark) || (!isAsked && text.includes(id))) found.push(way.name);
  }
  return found.sort();
}

interface Way {
  readonly name: string;
  readonly path: string;
  init(reader: WayReader): RequestInit;
}

/** Prefixes by the folder of the table. Undefined if the door never returns trails. */
const PREFIXES: Readonly<Record<string, readonly string[] | undefined>> = {
  reader: ['/manage/v1'],
  manage: ['/manage/v1'],
  v1: ['/v1', '/console/v1', '/manage/v1'],
  mcp: ['/mcp'],
  public: [''],
  oauth: undefined,
  scim: undefined,
  'sign-in': undefined,
  session: undefined,
  console: undefined,
};

/** Some operations of /v1's table are below /manage/v1, and accept sessions and keys. */
function credentialsAt(door: string, prefix: string): readonly (keyof WayReader)[] {
  if (prefix === '/v1' || prefix === '/mcp') return ['key'];
  return door === 'v1' && prefix === '/manage/v1' ? ['token', 'key'] : ['token'];
}

/** Changes that return something about trails other than the one they name, by the end of their path. */
const ASKING: Readonly<Record<string, (subject: Subject) => object>> = {
  '/find': ({ prompt }) => ({ text: prompt }),
  '/plans': (subject) => ({ trails: [{ document: rivalOf(subject) }], publish: true }),
  '/run-examples': (subject) => ({ document: rivalOf(subject) }),
  '/surfacing-test': ({ prompt }) => ({ prompt }),
};
const askingAt = (path: string) => Object.entries(ASKING).find(([end]) => path.endsWith(end))?.[1];

/** A document for which the judge compares the trail. */
const rivalOf = ({ prompt }: Subject) => ({
  ...{ title: 'A rival', description: 'It competes.', prompts: [{ id: 'p', label: 'Do', body: 'Do it.' }] },
  trigger: { when: 'A colleague retires.', keywords: ['rival'], examples: [{ text: prompt, expect: 'match' }] },
});

function routeWays(subject: Subject): Way[] {
  const { ids } = subject;
  const lines = tableLines().filter(({ method, path }) => method === 'GET' || askingAt(path) !== undefined);
  return lines.flatMap(({ file, method, path }) => {
    const door = file.split('/')[0] ?? '';
    if (!(door in PREFIXES)) throw new Error(`src/doors/${file}: say in PREFIXES where it serves its routes.`);
    const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? name);
    return (PREFIXES[door] ?? [])
      .filter((prefix) => !endsTheVisit({ method, path: prefix + filled, body: undefined }))
      .flatMap((prefix) =>
        credentialsAt(door, prefix).map((credential) => ({
          name: `${method} ${prefix}${path}${door === 'v1' && credential === 'key' && prefix !== '/v1' ? ' (key)' : ''}`,
          path: prefix + filled,
          init: (reader: WayReader) => ({
            method,
            headers: {
              Authorization: `Bearer ${reader[credential]}`,
              ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
            },
            ...(method === 'GET' ? {} : { body: JSON.stringify(askingAt(path)?.(subject)) }),
          }),
        })),
      );
  });
}

const VERSION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

const message = (method: string, params: Readonly<Record<string, unknown>> = {}): Way => ({
  name: `MCP ${method}${typeof params.name === 'string' && method === 'tools/call' ? ` ${params.name}` : ''}`,
  path: '/mcp',
  init: ({ key }) => ({
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': VERSION,
      'Mcp-Method': method,
      ...('name' in params || 'uri' in params ? { 'Mcp-Name': String(params.name ?? params.uri) } : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } }),
  }),
});

async function heard<Result>(service: World, reader: WayReader, way: Way): Promise<Result> {
  const answer = await fetch(service.address + way.path, way.init(reader));
  return ((await answer.json()) as { result: Result }).result;
}

/** What to send for each capability that the server declares. */
const CAPABILITIES: Readonly<Record<string, (subject: Subject) => readonly Way[]>> = {
  tools: () => [message('tools/list')],
  prompts: ({ slashCommand: name }) => [message('prompts/list'), message('prompts/get', { name, arguments: {} })],
  resources: ({ skill }) => [
    message('resources/list'),
    message('resources/templates/list'),
    message('resources/read', { uri: `skill://acme/${skill}/SKILL.md` }),
    message('resources/directory/read', { uri: 'skill://acme' }),
    message('resources/directory/read', { uri: `skill://acme/${skill}` }),
  ],
  extensions: () => [message('skills/list')],
  completions: () => [],
  logging: () => [],
};

interface OfferedTool {
  readonly name: string;
  readonly inputSchema: {
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly required?: readonly string[];
  };
}

async function mcpWays(service: World, reader: WayReader, subject: Subject): Promise<Way[]> {
  const { capabilities } = await heard<{ capabilities: object }>(service, reader, message('server/discover'));
  const { tools } = await heard<{ tools: readonly OfferedTool[] }>(service, reader, message('tools/list'));
  const ofCapabilities = Object.keys(capabilities).flatMap((name) => {
    const ways = CAPABILITIES[name];
    if (ways === undefined) throw new Error(`MCP declares ${name}: say in CAPABILITIES what to send for it.`);
    return ways(subject);
  });
  return [
    ...ofCapabilities,
    ...tools.map((tool) => message('tools/call', { name: tool.name, arguments: argumentsOf(tool, subject) })),
  ];
}

function argumentsOf({ name, inputSchema }: OfferedTool, { ids, prompt }: Subject): object {
  const known: Readonly<Record<string, unknown>> = {
    ...{ trail_id: ids.trail_id, prompt, helpful: true },
    // For the tools of editors.
    ...{ revision: 1, version: 1, document: { title: 'Test' }, data: 'AA==' },
  };
  const { properties = {}, required = [] } = inputSchema;
  for (const one of required) if (!(one in known)) throw new Error(`${name}: say in argumentsOf what ${one} is.`);
  return Object.fromEntries(Object.keys(properties).flatMap((one) => (one in known ? [[one, known[one]]] : [])));
}

/** The text, and that of all files in an archive. */
function textOf(bytes: Buffer): string {
  if (bytes.subarray(0, 2).toString() !== 'PK') return bytes.toString();
  return Object.entries(unzipSync(bytes))
    .map(([path, content]) => `${path}\n${textOf(Buffer.from(content))}`)
    .join('\n');
}
