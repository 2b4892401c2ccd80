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
const always = { schemas: ann.schemas, id: '1' };

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
    expect(shown({ attributes })).toEqual({ ...always, ...wanted });
  });

  it('come as a list too', () => {
    expect(shown({ attributes: ['userName', 'emails.type'] })).toEqual({
      ...always,
      userName: 'ann',
      emails: [{ type: 'work' }],
    });
  });

  it('that are empty ask for nothing in particular', () => {
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
    expect(shown({ excludedAttributes })).toEqual(rest);
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

  it('together with attributes are 400 invalidValue', () => {
    expect(() => shown({ attributes: 'id', excludedAttributes: 'name' })).toThrow(
      expect.objectContaining({ status: 400, scimType: 'invalidValue' }),
    );
  });
});

describe('members need not be read', () => {
  it.each<[ProjectionParameters, boolean]>([
    [{}, true],
    [{ excludedAttributes: 'members' }, false],
    [{ excludedAttributes: 'MEMBERS,displayName' }, false],
    [{ excludedAttributes: 'members.display' }, true],
    [{ excludedAttributes: 'displayName' }, true],
    [{ attributes: 'id' }, false],
    [{ attributes: 'displayName,members.value' }, true],
    [{ attributes: 'members' }, true],
  ])('unless wanted: %j', (parameters, wanted) => {
    expect(wants(readProjection(GROUP_TYPE, parameters), 'members')).toBe(wanted);
  });
});
