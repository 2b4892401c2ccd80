// The two resource types (RFC 7643 6) with the common attributes (RFC 7643 3.1), and the case-insensitive attribute
// look-up that paths, filters, PATCH and projection share.
import { type Attribute, attribute, complex, type Schema, string } from './attribute.ts';
import { ENTERPRISE_USER_SCHEMA } from './enterprise-user-schema.ts';
import { GROUP_SCHEMA } from './group-schema.ts';
import { USER_SCHEMA } from './user-schema.ts';

/** A resource type (RFC 7643 6) with the schemas of its resources. */
export interface ResourceType {
  readonly name: 'User' | 'Group';
  readonly endpoint: '/Users' | '/Groups';
  readonly description: string;
  readonly core: Schema;
  readonly extensions: readonly Schema[];
}

export const USER_TYPE: ResourceType = {
  name: 'User',
  endpoint: '/Users',
  description: 'User Account',
  core: USER_SCHEMA,
  extensions: [ENTERPRISE_USER_SCHEMA],
};

export const GROUP_TYPE: ResourceType = {
  name: 'Group',
  endpoint: '/Groups',
  description: 'Group',
  core: GROUP_SCHEMA,
  extensions: [],
};

/** The attributes that every resource has but no schema lists (RFC 7643 3.1). */
export const COMMON_ATTRIBUTES: readonly Attribute[] = [
  string('schemas', 'The URNs of the schemas of the resource.', {
    multiValued: true,
    required: true,
    returned: 'always',
  }),
  string('id', 'The id that the service provider gave the resource.', {
    caseExact: true,
    mutability: 'readOnly',
    returned: 'always',
    uniqueness: 'server',
  }),
  string('externalId', 'The id that the identity provider gave the resource; unique per connection.', {
    caseExact: true,
    uniqueness: 'server',
  }),
  complex(
    'meta',
    'Metadata that the service provider keeps about the resource.',
    [
      string('resourceType', 'The name of the resource type.', { caseExact: true, mutability: 'readOnly' }),
      attribute('dateTime', 'created', 'When the resource was created.', { mutability: 'readOnly' }),
      attribute('dateTime', 'lastModified', 'When the resource last changed.', { mutability: 'readOnly' }),
      attribute('reference', 'location', 'The URI of the resource.', {
        mutability: 'readOnly',
        referenceTypes: ['uri'],
      }),
      string('version', 'The version of the resource, as an ETag.', { caseExact: true, mutability: 'readOnly' }),
    ],
    { mutability: 'readOnly' },
  ),
];

/** The attribute with that name in any case, or undefined. */
export function findAttribute(attributes: readonly Attribute[], name: string): Attribute | undefined {
  const exact = attributes.find((attribute) => attribute.name === name);
  if (exact) return exact;
  const wanted = name.toLowerCase();
  return attributes.find((attribute) => attribute.name.toLowerCase() === wanted);
}

/** The schema of this resource type with that URN in any case, or undefined. */
export function findSchema(type: ResourceType, urn: string): Schema | undefined {
  const wanted = urn.toLowerCase();
  return [type.core, ...type.extensions].find((schema) => schema.id.toLowerCase() === wanted);
}
