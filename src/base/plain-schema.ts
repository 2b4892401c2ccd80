// A shape as JSON Schema that programs in any language compile. The shape itself stays what values are checked by.

type Json = Readonly<Record<string, unknown>>;

/**
 * What a shape says for its readers alone takes the place of what it is checked by: `x-format`, a format that the room
 * judges in its own words, and `x-pattern`, the nearest pattern without classes of Unicode and without looking around.
 * It refuses nothing that is accepted here.
 */
export function toldShape(shape: Json): Json {
  if (!('x-format' in shape) && !('x-pattern' in shape)) return shape;
  const { 'x-format': format, 'x-pattern': pattern, ...rest } = shape;
  return { ...rest, ...(format === undefined ? {} : { format }), ...(pattern === undefined ? {} : { pattern }) };
}

/** Without ids, which would be used twice, and without what is of OpenAPI. */
export function plainSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainSchema);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(toldShape(value as Json)).filter(
    ([key, member]) =>
      key !== '$id' && key !== 'discriminator' && !(key === 'format' && /^int\d+$/.test(String(member))),
  );
  return Object.fromEntries(members.map(([key, member]) => [key, plainSchema(member)]));
}
