// The discovery endpoints: complete, camelCase, without nulls, and accurate.
import { describe, expect, it } from 'vitest';
import { RESOURCE_TYPES, resourceTypeResource, schemaResource, schemasOfTypes } from '../src/discovery.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../src/json.ts';
import { serviceProviderConfig } from '../src/service-provider-config.ts';
import { ENTERPRISE_USER_URN, GROUP_URN, USER_URN } from '../src/urns.ts';

const BASE = 'https://api.example.com/scim/v2/c1';

function leaves(value: JsonValue, name = ''): [string, JsonValue][] {
  if (Array.isArray(value)) return value.flatMap((each) => leaves(each, name));
  if (isJsonObject(value)) return Object.entries(value).flatMap(([key, inner]) => leaves(inner, key));
  return [[name, value]];
}

describe('the schemas', () => {
  it('are those of RFC 7643, section 4, except for password, which is not supported', () => {
    expect(schemasOfTypes(RESOURCE_TYPES).map(({ id }) => id)).toEqual([USER_URN, ENTERPRISE_USER_URN, GROUP_URN]);
    expect(schemasOfTypes(RESOURCE_TYPES).map(({ attributes }) => attributes.map(({ name }) => name))).toEqual([
      // biome-ignore format: one schema per line
      ['userName', 'name', 'displayName', 'nickName', 'profileUrl', 'title', 'userType', 'preferredLanguage', 'locale', 'timezone', 'active', 'emails', 'phoneNumbers', 'ims', 'photos', 'addresses', 'groups', 'entitlements', 'roles', 'x509Certificates'],
      ['employeeNumber', 'costCenter', 'organization', 'division', 'department', 'manager'],
      ['displayName', 'members'],
    ]);
  });

  it('publish exactly the attributes that resources return or filters accept', () => {
    const [user, enterprise, group] = schemasOfTypes(RESOURCE_TYPES).map((schema) => schemaResource(schema, BASE));
    const namesOf = (attributes: JsonValue | undefined): JsonValue[] =>
      (Array.isArray(attributes) ? attributes : []).map((each) => (isJsonObject(each) ? (each.name ?? null) : null));
    for (const schema of [user, group])
      expect(namesOf(schema?.attributes)).toEqual(expect.arrayContaining(['id', 'externalId', 'meta']));
    expect(namesOf(enterprise?.attributes)).not.toContain('externalId');
    expect(user?.attributes).toContainEqual(
      expect.objectContaining({ name: 'externalId', type: 'string', caseExact: true, mutability: 'readWrite' }),
    );
    const members = ((group?.attributes ?? []) as JsonObject[]).find(({ name }) => name === 'members');
    expect(namesOf(members?.subAttributes)).toEqual(['value', '$ref', 'type']);
  });

  it('have camelCase names and no nulls', () => {
    for (const schema of schemasOfTypes(RESOURCE_TYPES)) {
      const resource = schemaResource(schema, BASE);
      expect(leaves(resource).filter(([, value]) => value === null)).toEqual([]);
      for (const [name, value] of leaves(resource))
        if (name === 'name') expect(value).toMatch(/^(\$|[A-Za-z])[A-Za-z0-9]*$/);
      expect(resource.meta).toEqual({ resourceType: 'Schema', location: `${BASE}/Schemas/${schema.id}` });
    }
  });

  it('describe each attribute with the characteristics of its type', () => {
    const [user] = schemasOfTypes(RESOURCE_TYPES).map((schema) => schemaResource(schema, BASE));
    expect(user?.attributes).toContainEqual({
      name: 'active',
      type: 'boolean',
      multiValued: false,
      description: 'Whether the account is active; false deactivates it.',
      required: false,
      mutability: 'readWrite',
      returned: 'default',
      uniqueness: 'none',
    });
    expect(user?.attributes).toContainEqual(
      expect.objectContaining({ name: 'userName', required: true, caseExact: false, uniqueness: 'server' }),
    );
    expect(user?.attributes).toContainEqual(
      expect.objectContaining({
        name: 'roles',
        multiValued: true,
        subAttributes: expect.arrayContaining([expect.objectContaining({ name: 'primary', type: 'boolean' })]),
      }),
    );
  });
});

describe('the resource types', () => {
  it('name their endpoints and schemas', () => {
    expect(RESOURCE_TYPES.map((type) => resourceTypeResource(type, BASE))).toMatchObject([
      {
        id: 'User',
        endpoint: '/Users',
        schema: USER_URN,
        schemaExtensions: [{ schema: ENTERPRISE_USER_URN, required: false }],
      },
      { id: 'Group', endpoint: '/Groups', schema: GROUP_URN, schemaExtensions: [] },
    ]);
  });
});

describe('the service provider configuration', () => {
  it('lists supported and unsupported features', () => {
    const config = serviceProviderConfig({ base: BASE, pageSizes: { default: 100, max: 200 }, cursorTimeout: 3_600 });
    expect(config).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: 200 },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: true },
      pagination: {
        cursor: true,
        index: true,
        defaultPaginationMethod: 'index',
        defaultPageSize: 100,
        maxPageSize: 200,
        cursorTimeout: 3_600,
      },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
      meta: { resourceType: 'ServiceProviderConfig', location: `${BASE}/ServiceProviderConfig` },
    });
  });
});
