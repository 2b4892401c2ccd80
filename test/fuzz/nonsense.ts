// Almost valid requests: a documented route with its example, and one thing that no client should send.
import { sampleOf } from '../tenancy/sample-body.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The parts of an OpenAPI document that describe requests. */
export interface RequestDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
  };
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;
  };
}

export interface NearRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** The route and the position of the nonsense. */
  readonly what: string;
}

const VALUES: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e308, 2_147_483_648, 4_294_967_296, 2 ** 60],
  ...['', ' ', '%', 'x'.repeat(100_000), 'a\u0000b', 'a\ud800', '\u202e', '😀'.repeat(500), "' or 1=1", '../../x'],
  ...['2030-13-45T99:00:00Z', '+275760-09-13T00:00:00.000Z', '0000-01-01T00:00:00Z', 'https://[::1'],
  ...[[], {}, [null], [[]], { a: 1 }, { constructor: 1 }, Array(3_000).fill('x')],
];
const TEXTS: readonly string[] = [
  ...[
    '%00',
    '%ED%A0%80',
    '%',
    '%25',
    '%0a',
    '..%2f',
    '%F0%9F%98%80',
    "'%20or%201=1",
    'x'.repeat(290),
    'x'.repeat(5_000),
  ],
  ...['0', '-1', '1e400', '9'.repeat(30), 'null', '2030-13-45', '+275760-09-13T00:00:00.000Z', '0000-01-01T00:00:00Z'],
];
const BODIES: readonly string[] = [
  ...['', 'null', '[]', '"x"', '1', '{', '{"a":1,"a":2}', '\ufeff{}', '{"a":NaN}', '['.repeat(5_000)],
  '{"":'.repeat(300),
];
const HEADERS: readonly string[] = ['', '"', 'W/"', '*, *', '\u00ff', '-1', 'x'.repeat(3_000)];

/** All requests, route by route. `ids` maps path parameters to existing ids. */
export function* nearRequests(
  { paths, components }: RequestDocument,
  ids: Readonly<Record<string, string>>,
): Generator<NearRequest> {
  for (const [path, operations] of Object.entries(paths))
    for (const [verb, operation] of Object.entries(operations)) {
      const method = verb.toUpperCase();
      const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name);
      const content = operation.requestBody?.content['application/json'];
      const schema = content?.schema ?? {};
      const body = content === undefined ? undefined : (content.example ?? sampleOf(schema, components.schemas));
      const at = (where: string, part: Partial<NearRequest>): NearRequest => ({
        ...{ method, path: place, body, headers: {}, what: `${method} ${path}: ${where}` },
        ...part,
      });
      for (const one of operation.parameters ?? []) yield* ofParameter(resolved(one, components), path, ids, at);
      if (content === undefined) continue;
      for (const text of BODIES) yield at('body', { body: text, headers: { 'Content-Type': 'application/json' } });
      for (const [field, put] of fieldsOf(schema, components.schemas))
        for (const value of VALUES) yield at(field, { body: { ...(body as object), ...put(value) } });
    }
}

type At = (where: string, part: Partial<NearRequest>) => NearRequest;

function* ofParameter(
  { name, in: place }: Parameter,
  path: string,
  ids: Readonly<Record<string, string>>,
  at: At,
): Generator<NearRequest> {
  const filled = (text: string): string =>
    path.replaceAll(/\{(\w+)\}/g, (_, each: string) => (each === name ? text : (ids[each] ?? each)));
  if (place === 'path') for (const text of TEXTS) yield at(name, { path: filled(text) });
  if (place === 'header') for (const text of HEADERS) yield at(name, { headers: { [name]: text } });
  if (place !== 'query') return;
  for (const text of TEXTS) yield at(name, { path: `${filled('')}?${name}=${text}` });
  yield at(name, { path: `${filled('')}?${name}=a&${name}=b` });
}

const resolved = (one: Parameter, { parameters }: RequestDocument['components']): Parameter =>
  parameters?.[one.$ref?.split('/').at(-1) ?? ''] ?? one;

type Put = (value: unknown) => object;

const DEEPEST = 3;

/** Every member of a body, including nested members and list items, with a function that puts a value there. */
function* fieldsOf(schema: Schema, schemas: Readonly<Record<string, Schema>>, depth = 0): Generator<[string, Put]> {
  const { properties = {} } = plain(schema, schemas) as { properties?: Readonly<Record<string, Schema>> };
  for (const [name, member] of Object.entries(properties)) {
    const { items } = plain(member, schemas) as { items?: Schema };
    yield [name, (value) => ({ [name]: value })];
    if (items !== undefined) yield [`${name}[]`, (value) => ({ [name]: [value] })];
    if (depth >= DEEPEST) continue;
    for (const [below, put] of fieldsOf(member, schemas, depth + 1))
      yield [`${name}.${below}`, (value) => ({ [name]: put(value) })];
    for (const [below, put] of fieldsOf(items ?? {}, schemas, depth + 1))
      yield [`${name}[].${below}`, (value) => ({ [name]: [put(value)] })];
  }
}

/** The schema without references and alternatives. */
function plain(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  if (typeof schema.$ref === 'string') return plain(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas);
  const choices = schema.oneOf ?? schema.anyOf;
  return Array.isArray(choices) ? plain(choices[0] as Schema, schemas) : schema;
}
