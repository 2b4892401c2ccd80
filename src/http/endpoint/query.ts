// Converts path and query parameters for their shapes: integers arrive as text, and ids in upper or lower case. Only
// plain integers become numbers, and each number has one spelling. Other text stays text, so validation rejects it.
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

/** A query shape that allows no other parameters, so that a misspelled filter is rejected instead of ignored. */
export function closedQuery(query: TObject = NO_QUERY): TObject {
  const shape = closedShapes.get(query) ?? { ...query, additionalProperties: false };
  closedShapes.set(query, shape);
  return shape;
}

/** True for types that are written as text in a URL. */
const isOfText = (type: unknown): boolean => type === 'integer' || type === 'boolean';

function typed(type: unknown, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'integer' && /^(?:0|-?[1-9]\d{0,14})$/.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

/** Rejects undecodable percent-escapes with `bad-request`. The router would leave them unchanged. */
export function requireDecodable(url: string): void {
  const query = url.slice(url.indexOf('?') + 1);
  if (!query.includes('%')) return;
  try {
    decodeURIComponent(query);
  } catch {
    throw refuse('bad-request', 'The query is malformed and cannot be decoded. Write % as %25.');
  }
}
