// The resources of /Schemas and /ResourceTypes (RFC 7643 6 and 7), generated from the definitions that the service
// enforces, so the two cannot drift apart.
import type { Attribute, Schema } from './attribute.ts';
import type { JsonObject } from './json.ts';
import { COMMON_ATTRIBUTES, GROUP_TYPE, type ResourceType, USER_TYPE } from './resource-type.ts';
import { RESOURCE_TYPE_URN, SCHEMA_URN } from './urns.ts';

export const RESOURCE_TYPES: readonly ResourceType[] = [USER_TYPE, GROUP_TYPE];

/** All schemas of the types, in the order of /Schemas. */
export const schemasOfTypes = (types: readonly ResourceType[]): Schema[] =>
  types.flatMap(({ core, extensions }) => [core, ...extensions]);

/** A schema as a resource. `base` is the absolute base URL of the SCIM endpoints, without a trailing slash. */
export const schemaResource = (schema: Schema, base: string): JsonObject => ({
  schemas: [SCHEMA_URN],
  id: schema.id,
  name: schema.name,
  description: schema.description,
  attributes: publishedAttributes(schema).map(attributeObject),
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
});

/** A resource type as a resource. */
export const resourceTypeResource = (type: ResourceType, base: string): JsonObject => ({
  schemas: [RESOURCE_TYPE_URN],
  id: type.name,
  name: type.name,
  endpoint: type.endpoint,
  description: type.description,
  schema: type.core.id,
  schemaExtensions: type.extensions.map(({ id }) => ({ schema: id, required: false })),
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.name}` },
});

/**
 * RFC 7643 3.1: the common attributes are part of every base schema. Microsoft's gallery validator and attribute
 * mappings built from /Schemas look for them there. `schemas` describes the representation and is not listed.
 */
function publishedAttributes(schema: Schema): readonly Attribute[] {
  const isCore = RESOURCE_TYPES.some(({ core }) => core === schema);
  const common = isCore ? COMMON_ATTRIBUTES.filter(({ name }) => name !== 'schemas') : [];
  return [...common, ...schema.attributes];
}

// RFC 7643 7: use camelCase names and omit characteristics that the type lacks. Entra ID's discovery fails on nulls.
function attributeObject(attribute: Attribute): JsonObject {
  const { name, type, multiValued, description, required, mutability, returned, uniqueness } = attribute;
  const isText = type === 'string' || type === 'reference' || type === 'binary';
  return {
    name,
    type,
    multiValued,
    description,
    required,
    ...(isText ? { caseExact: attribute.caseExact } : {}),
    mutability,
    returned,
    uniqueness,
    ...(attribute.canonicalValues.length > 0 ? { canonicalValues: [...attribute.canonicalValues] } : {}),
    ...(attribute.referenceTypes.length > 0 ? { referenceTypes: [...attribute.referenceTypes] } : {}),
    ...(type === 'complex' ? { subAttributes: attribute.subAttributes.filter(isPublished).map(attributeObject) } : {}),
  };
}

// Attributes that are accepted but never stored or returned are not published.
const isPublished = ({ inboundOnly }: Attribute): boolean => !inboundOnly;
