// Converts ids to lower case, in which they are created and returned. Callers may use any case (RFC 9562, section 4),
// so input is normalized once before rules see it.
import type { TSchema } from '@sinclair/typebox';
import { lowerId } from './id.ts';

/** `value` with the ids named by its shape in lower case. The value need not match the shape yet. */
export function withLowerIds(shape: TSchema, value: unknown): unknown {
  if (!namesIds(shape)) return value;
  if (shape.anyOf !== undefined) return alternativesOf(shape).reduce((lower, one) => withLowerIds(one, lower), value);
  if (typeof value === 'string') return lowerId(value);
  if (Array.isArray(value))
    return shape.items === undefined ? value : value.map((item) => withLowerIds(shape.items, item));
  return typeof value === 'object' && value !== null ? withLowerMembers(shape, { ...value }) : value;
}

function withLowerMembers(shape: TSchema, members: Record<string, unknown>): Readonly<Record<string, unknown>> {
  for (const [name, member] of Object.entries(propertiesOf(shape)))
    if (Object.hasOwn(members, name)) members[name] = withLowerIds(member, members[name]);
  return members;
}

const known = new WeakMap<TSchema, boolean>();

/** Cached per shape, because most shapes contain no ids and their values need not be traversed. */
function namesIds(shape: TSchema): boolean {
  let answer = known.get(shape);
  if (answer === undefined) {
    const items: readonly TSchema[] = shape.items === undefined ? [] : [shape.items];
    const parts = [...alternativesOf(shape), ...items, ...Object.values(propertiesOf(shape))];
    answer = shape.format === 'uuid' || shape['x-format'] === 'uuid' || parts.some(namesIds);
    known.set(shape, answer);
  }
  return answer;
}

const alternativesOf = (shape: TSchema): readonly TSchema[] => shape.anyOf ?? [];

const propertiesOf = (shape: TSchema): Readonly<Record<string, TSchema>> => shape.properties ?? {};
