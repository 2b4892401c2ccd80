// Customer-defined attributes, which work like those of the Enterprise extension.
import { describe, expect, it } from 'vitest';
import { matches } from '../src/filter-match.ts';
import { parseFilter } from '../src/filter-parser.ts';
import type { JsonObject } from '../src/json.ts';
import { applyPatch } from '../src/patch.ts';
import { readPatch } from '../src/patch-request.ts';
import { project, readProjection } from '../src/projection.ts';
import { USER_TYPE } from '../src/resource-type.ts';
import { USER_URN } from '../src/urns.ts';

const HR = 'urn:acme:hr:1.0:User';
const ANA: JsonObject = {
  schemas: [USER_URN, HR],
  userName: 'ana',
  [HR]: { badge: 'B7', floor: 3, remote: true, desk: { room: '12', seat: 'a' }, tags: ['x'] },
  locker: { number: 4, key: 'k' },
};

function patched(...operations: JsonObject[]): JsonObject {
  const {
    id: _,
    schemas: __,
    ...rest
  } = applyPatch(USER_TYPE, ANA, readPatch(USER_TYPE, { Operations: operations })).resource;
  return rest;
}
const hr = (...operations: JsonObject[]) => patched(...operations)[HR];

describe('PATCH', () => {
  it.each(['add', 'replace'])('%s without a path merges into the extension (RFC 7644 3.5.2.1 and 3.5.2.3)', (op) => {
    expect(hr({ op, value: { [HR]: { floor: 4, cost: 1 } } })).toEqual({
      ...(ANA[HR] as JsonObject),
      floor: 4,
      cost: 1,
    });
  });

  it.each(['add', 'replace'])('%s with the URN as its path also merges, in any letter case', (op) => {
    expect(hr({ op, path: HR.toUpperCase(), value: { BADGE: 'B8' } })).toMatchObject({ badge: 'B8', floor: 3 });
    expect(hr({ op, path: HR, value: { desk: { seat: 'b' } } })).toMatchObject({ desk: { room: '12', seat: 'b' } });
  });

  it('merges a top-level attribute that is an object', () => {
    expect(patched({ op: 'replace', value: { locker: { number: 5 } } }).locker).toEqual({ number: 5, key: 'k' });
  });

  it('sets and removes one attribute, one member of it, and the whole extension', () => {
    expect(hr({ op: 'replace', path: `${HR}:badge`, value: 'B9' })).toMatchObject({ badge: 'B9', floor: 3 });
    expect(hr({ op: 'replace', path: `${HR}:desk.room`, value: '13' })).toMatchObject({
      desk: { room: '13', seat: 'a' },
    });
    expect(hr({ op: 'remove', path: `${HR}:badge` })).not.toHaveProperty('badge');
    expect(hr({ op: 'replace', value: { [HR]: { badge: null } } })).not.toHaveProperty('badge');
    expect(patched({ op: 'remove', path: HR })).not.toHaveProperty(HR);
    expect(patched({ op: 'replace', path: HR, value: null })).not.toHaveProperty(HR);
  });

  it('adds only new values to a multi-valued attribute, and replaces all of them', () => {
    expect(hr({ op: 'add', path: `${HR}:tags`, value: ['x', 'y'] })).toMatchObject({ tags: ['x', 'y'] });
    expect(hr({ op: 'replace', path: `${HR}:tags`, value: ['z'] })).toMatchObject({ tags: ['z'] });
  });

  it('removes an extension that becomes empty', () => {
    const names = Object.keys(ANA[HR] as JsonObject);
    expect(patched(...names.map((name) => ({ op: 'remove', path: `${HR}:${name}` })))).not.toHaveProperty(HR);
  });

  it('refuses a misspelled attribute of a known schema', () => {
    for (const path of [`${USER_URN}:titel`, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:departement'])
      expect(() => patched({ op: 'replace', path, value: 'x' })).toThrow(/not an attribute/);
  });
});

describe('attributes and excludedAttributes', () => {
  const shown = (parameters: JsonObject) => project(USER_TYPE, ANA, readProjection(USER_TYPE, parameters));

  it('select one attribute of the extension, one member of it, or the whole extension', () => {
    expect(shown({ attributes: `${HR}:badge` })).toEqual({ schemas: ANA.schemas, [HR]: { badge: 'B7' } });
    expect(shown({ attributes: `${HR.toLowerCase()}:DESK.room` })).toMatchObject({ [HR]: { desk: { room: '12' } } });
    expect(shown({ attributes: HR })).toMatchObject({ [HR]: ANA[HR] });
    expect(shown({ attributes: 'locker.number' })).toEqual({ schemas: [USER_URN], locker: { number: 4 } });
    expect(shown({ excludedAttributes: `${HR}:badge` })[HR]).not.toHaveProperty('badge');
  });

  it('select nothing if the path goes below a simple attribute', () => {
    expect(shown({ attributes: 'userName.first' })).toEqual({ schemas: [USER_URN] });
  });
});

describe('filters', () => {
  it.each<[string, boolean]>([
    [`${HR}:badge eq "b7"`, true],
    [`${HR.toLowerCase()}:BADGE sw "B"`, true],
    [`${HR}:badge ne "B7"`, false],
    [`${HR}:missing pr`, false],
    [`${HR}:badge pr`, true],
    [`${HR}:floor eq 3`, true],
    [`${HR}:floor gt 3`, false],
    [`${HR}:floor ge 3`, true],
    [`${HR}:remote eq true`, true],
    [`${HR}:desk.room eq "12"`, true],
    [`${HR}:tags eq "X"`, true],
    [`${HR}:badge eq "B7" and userName eq "ana"`, true],
  ])('%s is %s', (filter, expected) => {
    expect(matches(parseFilter(USER_TYPE, filter), ANA)).toBe(expected);
  });

  it('are refused in strict mode, and in both modes if the name is misspelled', () => {
    expect(() => parseFilter(USER_TYPE, `${HR}:badge eq "b7"`, { strict: true })).toThrow(/not an attribute/);
    expect(() => parseFilter(USER_TYPE, 'usrName eq "b7"')).toThrow(/not an attribute/);
    expect(() => parseFilter(USER_TYPE, `${USER_URN}:usrName eq "b7"`)).toThrow(/not an attribute/);
  });
});
