// Attribute names: in any case, bare or prefixed with their schema's URN, and unknown ones.
import { describe, expect, it } from 'vitest';
import { findExtension, findTarget, splitUrn, targetName } from '../src/attribute-path.ts';
import { GROUP_TYPE, USER_TYPE } from '../src/resource-type.ts';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const nameOf = (text: string, type = USER_TYPE): string | undefined => {
  const target = findTarget(type, text);
  return target && targetName(target);
};

describe('an attribute name', () => {
  it.each([
    ['USERNAME', 'userName'],
    ['Name.GIVENNAME', 'name.givenName'],
    ['id', 'id'],
    ['meta.lastModified', 'meta.lastModified'],
    ['department', `${ENTERPRISE}:department`],
    ['Manager.Value', `${ENTERPRISE}:manager.value`],
    [`${CORE}:userName`, 'userName'],
    [`${CORE.toUpperCase()}:name.familyName`, 'name.familyName'],
    [`${CORE}:id`, 'id'],
    [`${CORE}:meta.created`, 'meta.created'],
    [`${ENTERPRISE}:department`, `${ENTERPRISE}:department`],
    [`${ENTERPRISE.toLowerCase()}:MANAGER.displayName`, `${ENTERPRISE}:manager.displayName`],
  ])('%s is parsed as %s', (text, expected) => {
    expect(nameOf(text)).toBe(expected);
  });

  it.each([
    ...['', 'nobody', 'name.nobody', 'userName.value', 'name.', '.name', 'urn:none:userName'],
    ...[`${CORE}:department`, `${ENTERPRISE}:userName`, `${ENTERPRISE}:id`, `${ENTERPRISE}:meta.created`],
    ...[`${CORE}:`, CORE, `${CORE}x:userName`],
  ])('"%s" is invalid', (text) => {
    expect(nameOf(text)).toBeUndefined();
  });

  it('matches only attributes of its own type', () => {
    expect([nameOf('members.value', GROUP_TYPE), nameOf('userName', GROUP_TYPE)]).toEqual(['members.value', undefined]);
    expect(nameOf(`${CORE}:userName`, GROUP_TYPE)).toBeUndefined();
  });
});

it('resolves an extension by its URN, but not the core schema', () => {
  expect(findExtension(USER_TYPE, ENTERPRISE.toUpperCase())?.id).toBe(ENTERPRISE);
  expect(findExtension(USER_TYPE, CORE)).toBeUndefined();
  expect(findExtension(USER_TYPE, 'urn:none')).toBeUndefined();
});

it('separates the URN from the rest of the path', () => {
  expect(splitUrn(USER_TYPE, `${ENTERPRISE}:a:b`)).toMatchObject({ schema: { id: ENTERPRISE }, rest: 'a:b' });
  expect(splitUrn(USER_TYPE, 'a:b')).toEqual({ rest: 'a:b' });
});
