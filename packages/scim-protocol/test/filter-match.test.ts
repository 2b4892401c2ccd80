// The reference semantics of filters by example. filter-differential.test.ts compares them with other libraries.
import { describe, expect, it } from 'vitest';
import { matches } from '../src/filter-match.ts';
import { parseFilter } from '../src/filter-parser.ts';
import type { JsonObject } from '../src/json.ts';
import { USER_TYPE } from '../src/resource-type.ts';
import { ENTERPRISE_USER_URN, USER_URN } from '../src/urns.ts';

const jensen: JsonObject = {
  schemas: [USER_URN, ENTERPRISE_USER_URN],
  id: 'ID-1',
  externalId: 'Ext-1',
  userName: 'BJensen@Example.com',
  name: { familyName: 'Jensen', givenName: 'Barbara' },
  title: '',
  active: true,
  emails: [
    { value: 'b@work.com', type: 'work', primary: true },
    { value: 'b@home.com', type: 'home' },
  ],
  [ENTERPRISE_USER_URN]: { employeeNumber: '701984', manager: { value: 'boss' } },
  meta: { resourceType: 'User', lastModified: '2026-03-01T10:00:00.5Z' },
};

const answers = (text: string): boolean => matches(parseFilter(USER_TYPE, text), jensen);

describe('a filter matches', () => {
  it.each([
    'userName eq "bjensen@EXAMPLE.com"',
    'userName co "JENSEN"',
    'userName sw "bj"',
    'userName ew ".COM"',
    'name.familyName eq "jensen"',
    'name pr',
    'externalId eq "Ext-1"',
    'active eq "TRUE"',
    'emails eq "b@home.com"',
    'emails[type eq "work"].value eq "b@work.com"',
    'emails[type eq "work" and primary eq true]',
    'emails.type eq "home" and emails.primary eq true',
    'emails ne "b@home.com"',
    'not (title pr)',
    'nickName eq null',
    'nickName ne "x"',
    'phoneNumbers ne "x"',
    'phoneNumbers eq null',
    'manager eq "boss"',
    'employeeNumber sw "70"',
    `schemas eq "${ENTERPRISE_USER_URN}"`,
    'meta.lastModified gt "2026-03-01T11:00:00+02:00"',
    'meta.lastModified eq "2026-03-01T10:00:00.5000000Z"',
    'meta.lastModified le "2026-03-01T10:00:00.5Z" and meta.lastModified ge "2026-03-01T10:00:00.500Z"',
    'meta.resourceType eq "User"',
  ])('%s', (text) => {
    expect(answers(text)).toBe(true);
  });
});

describe('a filter does not match', () => {
  it.each([
    'externalId eq "ext-1"',
    'id eq "id-1"',
    'emails[type eq "home" and primary eq true]',
    'emails[type eq "home"].value eq "b@work.com"',
    'title pr',
    'nickName co ""',
    'nickName sw "x"',
    'active ne true',
    'manager eq "BOSS"',
    'meta.lastModified lt "2026-03-01T10:00:00.4999999Z"',
    'meta.created gt "2020-01-01"',
    'not (userName pr)',
  ])('%s', (text) => {
    expect(answers(text)).toBe(false);
  });

  it('inherited members of objects', () => {
    expect(
      matches(parseFilter(USER_TYPE, 'displayName pr or nickName pr'), JSON.parse('{"__proto__":{"displayName":"x"}}')),
    ).toBe(false);
  });
});
