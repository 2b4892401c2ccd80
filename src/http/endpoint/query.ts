// Path and query parameters as their shape wants them: an integer arrives as text, an id in any case. The only place
// where text becomes a number; anything that is no plain integer stays text and is refused by the shape.
import { type TObject, Type } from '@sinclair/typebox';
import { withLowerIds } from '../../base/lower-ids.ts';
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
/** Kept, since a shape is compiled once: endpoints are built as often as a process has services. */
const closedShapes = new WeakMap<TObject, TObject>();

/** The shape of a query that takes these parameters and no others: a misspelt filter is refused, never left out. */
export function closedQuery(query: TObject = NO_QUERY): TObject {
  const shape = closedShapes.get(query) ?? { ...query, additionalProperties: false };
  closedShapes.set(query, shape);
  return shape;
}

/** Written as text in a URL, and no text. */
const isOfText = (type: unknown): boolean => type === 'integer' || type === 'boolean';

function typed(type: unknown, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

/**
 * Refuses with `bad-request` a query whose escapes are no text: the router leaves them as they stand, and nobody
 * meant that.
 */
export function requireDecodable(url: string): void {
  const query = url.slice(url.indexOf('?') + 1);
  if (!query.includes('%')) return;
  try {
    decodeURIComponent(query);
  } catch {
    throw refuse('bad-request', 'The query is malformed: it cannot be decoded. Write % as %25.');
  }
}
