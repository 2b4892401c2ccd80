// attributes and excludedAttributes (RFC 7644 3.9).
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../src/json.ts';
import { type ProjectionParameters, project, readProjection, wants } from '../src/projection.ts';
import { GROUP_TYPE, USER_TYPE } from '../src/resource-type.ts';
import { ENTERPRISE_USER_URN, USER_URN } from '../src/urns.ts';

const ann: JsonObject = {
  schemas: [USER_URN, ENTERPRISE_USER_URN],
  id: '1',
  userName: 'ann',
  name: { givenName: 'Ann', familyName: 'Lee' },
  emails: [{ value: 'a@b.c', type: 'work' }, { value: 'd@e.f' }],
  shoeSize: 42,
  [ENTERPRISE_USER_URN]: { department: 'D', manager: { value: 'm', $ref: 'r' } },
  meta: { resourceType: 'User', version: 'W/"1"' },
};
/** The attributes that are always returned, with the `schemas` of the others. */
const always = (wanted: JsonObject): JsonObject => ({
  ...wanted,
  schemas: ENTERPRISE_USER_URN in wanted ? [USER_URN, ENTERPRISE_USER_URN] : [USER_URN],
  id: '1',
});

const shown = (parameters: ProjectionParameters): JsonObject =>
  project(USER_TYPE, ann, readProjection(USER_TYPE, parameters));

describe('attributes', () => {
  it.each<[string, JsonObject]>([
    ['userName', { userName: 'ann' }],
    ['USERNAME, name.GIVENNAME', { userName: 'ann', name: { givenName: 'Ann' } }],
    ['name.givenName,name', { name: ann.name ?? null }],
    ['emails.value', { emails: [{ value: 'a@b.c' }, { value: 'd@e.f' }] }],
    ['emails.type', { emails: [{ type: 'work' }] }],
    [`${USER_URN}:userName`, { userName: 'ann' }],
    [ENTERPRISE_USER_URN, { [ENTERPRISE_USER_URN]: ann[ENTERPRISE_USER_URN] ?? null }],
    [`${ENTERPRISE_USER_URN}:department`, { [ENTERPRISE_USER_URN]: { department: 'D' } }],
    ['manager.value', { [ENTERPRISE_USER_URN]: { manager: { value: 'm' } } }],
    ['meta.version', { meta: { version: 'W/"1"' } }],
    ['shoesize', { shoeSize: 42 }],
    ['id', {}],
    ['schemas', {}],
    ['nonsense,__proto__,constructor', {}],
  ])('%s', (attributes, wanted) => {
    expect(shown({ attributes })).toEqual(always(wanted));
  });

  it('accepts a list', () => {
    expect(shown({ attributes: ['userName', 'emails.type'] })).toEqual(
      always({ userName: 'ann', emails: [{ type: 'work' }] }),
    );
  });

  it('select the defaults if empty', () => {
    expect(shown({ attributes: '', excludedAttributes: [] })).toEqual(ann);
    expect(shown({})).toEqual(ann);
  });
});

describe('excludedAttributes', () => {
  it.each<[string, string[]]>([
    ['userName', ['userName']],
    ['id,schemas', []],
    ['meta , EMAILS', ['meta', 'emails']],
    [ENTERPRISE_USER_URN, [ENTERPRISE_USER_URN]],
    ['shoeSize', ['shoeSize']],
    ['nonsense', []],
  ])('%s', (excludedAttributes, gone) => {
    const rest = Object.fromEntries(Object.entries(ann).filter(([name]) => !gone.includes(name)));
    expect(shown({ excludedAttributes })).toEqual(always(rest));
  });

  it('reach into complex attributes and extensions', () => {
    const result = shown({ excludedAttributes: 'name.givenName,emails.value,manager.$ref' });
    expect(result).toEqual({
      ...ann,
      name: { familyName: 'Lee' },
      emails: [{ type: 'work' }],
      [ENTERPRISE_USER_URN]: { department: 'D', manager: { value: 'm' } },
    });
  });

  it('remove a URN from `schemas` if nothing of its schema is returned', () => {
    const inside = 'department,manager';
    const own = { ...ann, 'urn:acme:hr:1.0:User': { badge: 'B7' } };
    const schemas = (parameters: ProjectionParameters) =>
      project(USER_TYPE, own, readProjection(USER_TYPE, parameters)).schemas;
    expect(schemas({})).toEqual([USER_URN, ENTERPRISE_USER_URN, 'urn:acme:hr:1.0:User']);
    expect(schemas({ excludedAttributes: inside })).toEqual([USER_URN, 'urn:acme:hr:1.0:User']);
    expect(schemas({ excludedAttributes: 'department' })).toContain(ENTERPRISE_USER_URN);
    expect(schemas({ excludedAttributes: 'urn:acme:hr:1.0:User:badge' })).toEqual([USER_URN, ENTERPRISE_USER_URN]);
    expect(schemas({ attributes: 'URN:acme:hr:1.0:user:badge' })).toEqual([USER_URN, 'urn:acme:hr:1.0:User']);
    expect(schemas({ attributes: 'urn:acme:hr:1.0:User:missing' })).toEqual([USER_URN]);
  });

  it('return 400 invalidValue together with attributes', () => {
    expect(() => shown({ attributes: 'id', excludedAttributes: 'name' })).toThrow(
      expect.objectContaining({ status: 400, scimType: 'invalidValue' }),
    );
  });
});

describe('members are not read', () => {
  it.each<[ProjectionParameters, boolean]>([
    [{}, true],
    [{ excludedAttributes: 'members' }, false],
    [{ excludedAttributes: 'MEMBERS,displayName' }, false],
    [{ excludedAttributes: 'members.display' }, true],
    [{ excludedAttributes: 'displayName' }, true],
    [{ attributes: 'id' }, false],
    [{ attributes: 'displayName,members.value' }, true],
    [{ attributes: 'members' }, true],
  ])('unless the projection includes them: %j', (parameters, wanted) => {
    expect(wants(readProjection(GROUP_TYPE, parameters), 'members')).toBe(wanted);
  });
});
