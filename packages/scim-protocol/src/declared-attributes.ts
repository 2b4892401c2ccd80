// Attributes that a customer declares. They become part of the resource type, so that /Schemas, filters, PATCH and
// projection treat them like those of the standard schemas.
import { type Attribute, attribute, plural, type Schema } from './attribute.ts';
import type { ResourceType } from './resource-type.ts';

export const DECLARED_TYPES = ['string', 'boolean', 'integer', 'decimal', 'reference'] as const;

export interface DeclaredAttribute {
  /** The URN of the customer's extension. */
  readonly schema: string;
  readonly name: string;
  readonly type: (typeof DECLARED_TYPES)[number];
  readonly multi_valued: boolean;
  readonly case_exact: boolean;
}

/** The resource type with an extension for each schema of the attributes. Without attributes, the type itself. */
export function withDeclared(type: ResourceType, declared: readonly DeclaredAttribute[]): ResourceType {
  if (declared.length === 0) return type;
  const urns = [...new Set(declared.map(({ schema }) => schema))];
  return { ...type, extensions: [...type.extensions, ...urns.map((urn) => schemaOf(urn, declared))] };
}

const schemaOf = (urn: string, declared: readonly DeclaredAttribute[]): Schema => ({
  id: urn,
  name: urn.split(':').at(-1) ?? urn,
  description: 'Attributes that the customer declared.',
  attributes: declared.filter(({ schema }) => schema === urn).map(attributeOf),
});

/** Values of lists are objects with a `value`, as in the lists of the standard schemas (RFC 7643, section 2.4). */
function attributeOf({ name, type, multi_valued, case_exact }: DeclaredAttribute): Attribute {
  const traits = type === 'string' ? { caseExact: case_exact } : {};
  return multi_valued
    ? plural(name, DECLARED, attribute(type, 'value', DECLARED, traits))
    : attribute(type, name, DECLARED, traits);
}

const DECLARED = 'Declared by the customer.';
