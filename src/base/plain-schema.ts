// Converts a shape to JSON Schema for programs in any language. The original shape validates values.

type Json = Readonly<Record<string, unknown>>;

/**
 * Replaces parts of a shape with their documented versions: `x-format` is a format that a room checks itself, with its
 * own messages, `x-pattern` is the closest pattern without Unicode classes and lookaround, and `x-enum` holds values
 * that would make the shape too long. The result accepts everything that the service accepts.
 */
export function toldShape(shape: Json): Json {
  if (!('x-format' in shape) && !('x-pattern' in shape) && !('x-enum' in shape)) return shape;
  const { 'x-format': format, 'x-pattern': pattern, 'x-enum': _values, ...rest } = shape;
  return { ...rest, ...(format === undefined ? {} : { format }), ...(pattern === undefined ? {} : { pattern }) };
}

/** Removes ids, which would occur twice, and OpenAPI keywords. */
export function plainSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainSchema);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(toldShape(value as Json)).filter(
    ([key, member]) =>
      key !== '$id' && key !== 'discriminator' && !(key === 'format' && /^int\d+$/.test(String(member))),
  );
  return Object.fromEntries(members.map(([key, member]) => [key, plainSchema(member)]));
}
