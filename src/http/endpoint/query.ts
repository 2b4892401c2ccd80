// Converts path and query parameters for their shapes: integers arrive as text, ids in any case. Only plain integers
// become numbers. Other text stays text, and the shape refuses it.
import { type TObject, Type } from '@sinclair/typebox';
import { withLowerIds } from '../../base/id.ts';
import { refuse } from '../../base/refusal.ts';

export function typedQuery(
  shape: TObject | undefined,
  query: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (shape === undefined) return query;
  const lower = withLowerIds(shape, query) as typeof query;
  if (!Object.values(shape.properties).some(({ type }) => isOfText(type))) return lower;
  return Object.fromEntries(
    Object.entries(lower).map(([name, value]) => [name, typed(shape.properties[name]?.type, value)]),
  );
}

const NO_QUERY = Type.Object({});
/** Cached so that each shape compiles once, because endpoints are built for every service in a process. */
const closedShapes = new WeakMap<TObject, TObject>();

/** A query shape without other parameters. A misspelled filter is refused instead of ignored. */
export function closedQuery(query: TObject = NO_QUERY): TObject {
  const shape = closedShapes.get(query) ?? { ...query, additionalProperties: false };
  closedShapes.set(query, shape);
  return shape;
}

/** True for types that a URL writes as text. */
const isOfText = (type: unknown): boolean => type === 'integer' || type === 'boolean';

function typed(type: unknown, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

/** Refuses undecodable percent-escapes with `bad-request`. The router would leave them unchanged. */
export function requireDecodable(url: string): void {
  const query = url.slice(url.indexOf('?') + 1);
  if (!query.includes('%')) return;
  try {
    decodeURIComponent(query);
  } catch {
    throw refuse('bad-request', 'The query is malformed and cannot be decoded. Write % as %25.');
  }
}
