// Generates a valid body for a route from its JSON Schema, as an attacker who has read the document would.
type Schema = Readonly<Record<string, unknown>>;

/**
 * The simplest value of the schema. `components` resolves `$ref`. Strings have the usual form for their format or
 * pattern.
 */
export function sampleOf(schema: Schema, components: Readonly<Record<string, Schema>>): unknown {
  const ref = schema.$ref;
  if (typeof ref === 'string') return sampleOf(components[ref.split('/').at(-1) ?? ''] ?? {}, components);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const choices = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined;
  if (choices !== undefined) return sampleOf(choices[0] ?? {}, components);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object' || schema.properties !== undefined) return sampleObject(schema, components);
  if (type === 'array') {
    const fewest = Number(schema.minItems ?? 0);
    return Array.from({ length: fewest }, () => sampleOf((schema.items ?? {}) as Schema, components));
  }
  if (type === 'integer' || type === 'number') return Number(schema.minimum ?? 1);
  if (type === 'boolean') return true;
  return sampleText(schema);
}

function sampleObject(schema: Schema, components: Readonly<Record<string, Schema>>): object {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Schema>>;
  const required = (schema.required ?? []) as readonly string[];
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(names.map((name) => [name, sampleOf(properties[name] ?? {}, components)]));
}

function sampleText({ format, minLength }: Schema): string {
  if (format === 'uuid') return '01970000-0000-7000-8000-000000000001';
  if (format === 'idn-email') return 'somebody@planted.example';
  if (format === 'date-time') return '2030-01-01T00:00:00Z';
  if (format === 'uri' || format === 'iri') return 'https://planted.example/';
  return 'planted'.padEnd(Number(minLength ?? 0), 'x');
}
