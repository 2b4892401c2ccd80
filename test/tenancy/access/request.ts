// One request of an operation: its address with ids filled in, and a valid body.
import { type Heard, type Speaker, slugOf } from '../../support/speaker.ts';
import { sampleOf } from '../sample-body.ts';
import type { Placed } from './operations.ts';

export type Ids = Readonly<Record<string, string>>;

/** The names of the parameters in a path. */
export const namesIn = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** The path with these ids. */
export const fill = (path: string, ids: Ids): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`${path}: no ${name}. Create one in test/tenancy/access/home.ts.`);
    return id;
  });

/** The document's example, or a value of the schema. Undefined if the operation takes no JSON. */
export function bodyOf({ operation, schemas }: Placed): unknown {
  const content = operation.requestBody?.content['application/json'];
  return content === undefined ? undefined : (content.example ?? sampleOf(content.schema ?? {}, schemas));
}

/** The query parameters that the operation requires. */
function queryOf({ operation, schemas }: Placed): string {
  const required = (operation.parameters ?? []).filter((one) => one.in === 'query' && one.required === true);
  const pairs = required.map(({ name, schema }) => `${name}=${encodeURIComponent(String(sampleOf(schema, schemas)))}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Sends the operation's request. `If-Match: *` meets every precondition. */
export const ask = (speaks: Speaker, placed: Placed, ids: Ids): Promise<Heard<unknown>> =>
  speaks.send(placed.method, fill(placed.path, ids) + queryOf(placed), bodyOf(placed), { 'If-Match': '*' });

/** The status, with the slug of a refusal. */
export const outcomeOf = (heard: Heard<unknown>): string =>
  heard.status < 400 ? `${heard.status}` : `${heard.status} ${slugOf(heard)}`;
