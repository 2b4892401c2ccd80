// An OpenAPI document with every response, parameter and header in its place, as tests need it.

const SCHEMAS = '#/components/schemas/';

/**
 * Resolves the document's references, except for those to schemas, because a schema may contain itself. If two
 * operations share something, it is the same object in both.
 */
export function inlined<D>(document: D): D {
  const known = new Map<string, unknown>();
  const resolve = (reference: string): unknown => {
    if (!known.has(reference)) known.set(reference, inline(componentAt(document, reference)));
    return known.get(reference);
  };
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== 'object' || value === null) return value;
    if ('$ref' in value && typeof value.$ref === 'string' && !value.$ref.startsWith(SCHEMAS))
      return resolve(value.$ref);
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inline(member)]));
  };
  return inline(document) as D;
}

/** What `#/components/responses/NotFound` refers to. */
function componentAt(document: unknown, reference: string): unknown {
  const component = reference
    .split('/')
    .slice(1)
    .reduce<unknown>((parent, name) => (parent as Readonly<Record<string, unknown>> | undefined)?.[name], document);
  if (component === undefined) throw new Error(`${reference} refers to nothing`);
  return component;
}
