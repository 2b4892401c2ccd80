// The filter language of RFC 7644 3.4.2.2: the trees that expressions parse into, and the errors.
import { describe, expect, it } from 'vitest';
import { targetName } from '../src/attribute-path.ts';
import { FILTER_LIMITS, type Filter } from '../src/filter.ts';
import { parseFilter } from '../src/filter-parser.ts';
import { GROUP_TYPE, USER_TYPE } from '../src/resource-type.ts';
import { ScimError } from '../src/scim-error.ts';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** Renders a tree on one line: `and(userName eq "x", not(active pr))`. */
function drawn(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return `${filter.kind}(${filter.terms.map(drawn).join(', ')})`;
    case 'not':
      return `not(${drawn(filter.term)})`;
    case 'present':
      return `${targetName(filter.target)} pr`;
    case 'element':
      return `${targetName(filter.target)}[${drawn(filter.where)}]`;
    case 'compare': {
      const { value } = filter;
      const shown = typeof value === 'object' && value !== null ? value.text : JSON.stringify(value);
      return `${targetName(filter.target)} ${filter.operator} ${shown}`;
    }
  }
}

const user = (text: string): string => drawn(parseFilter(USER_TYPE, text));
const group = (text: string): string => drawn(parseFilter(GROUP_TYPE, text));

function refusal(text: string, options = {}): ScimError {
  try {
    parseFilter(USER_TYPE, text, options);
  } catch (error) {
    if (error instanceof ScimError) return error;
    throw error;
  }
  throw new Error(`${text} parses`);
}

describe('a filter', () => {
  it.each([
    ['userName eq "bjensen"', 'userName eq "bjensen"'],
    ['USERNAME EQ "bjensen"', 'userName eq "bjensen"'],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"', 'userName sw "J"'],
    ['URN:IETF:PARAMS:SCIM:SCHEMAS:CORE:2.0:USER:name.FamilyName co "O\'M"', 'name.familyName co "O\'M"'],
    ['title pr', 'title pr'],
    ['ActiVe eq True', 'active eq true'],
    ['active eq "False"', 'active eq false'],
    ['externalId eq jyoung', 'externalId eq "jyoung"'],
    ['externalId eq 12345', 'externalId eq "12345"'],
    ["userName eq 'jo@example.com'", 'userName eq "jo@example.com"'],
    ["(displayName eq 'Ana (HR) Silva') and active eq 'True'", 'and(displayName eq "Ana (HR) Silva", active eq true)'],
    ["emails[type eq 'work' and value co 'x']", 'emails[and(emails.type eq "work", emails.value co "x")]'],
    ["displayName eq 'O'Brien'", 'displayName eq "O\'Brien"'],
    ["displayName eq O'Brien", 'displayName eq "O\'Brien"'],
    ["displayName eq 'Amor", 'displayName eq "\'Amor"'],
    ["title eq ''", 'title eq ""'],
    ["title eq 'null'", 'title eq "null"'],
    ['userName eq jo@example.com', 'userName eq "jo@example.com"'],
    ['id eq 0190b5c1-2d3e-7f00-8000-000000000001', 'id eq "0190b5c1-2d3e-7f00-8000-000000000001"'],
    ['title eq null', 'title eq null'],
    ['title ne null', 'title ne null'],
    ['title eq "null"', 'title eq "null"'],
    ['displayName eq "a\\"b\\\\c\\u00e9"', 'displayName eq "a\\"b\\\\cé"'],
    ['emails eq "a@b.c"', 'emails.value eq "a@b.c"'],
    ['emails.Value eq "a@b.c"', 'emails.value eq "a@b.c"'],
    ['emails[value eq a@b.c]', 'emails.value eq "a@b.c"'],
    ['emails[type eq "work"].value eq "x"', 'emails[and(emails.type eq "work", emails.value eq "x")]'],
    ['emails[type eq "work" and value eq x]', 'emails[and(emails.type eq "work", emails.value eq "x")]'],
    [
      'emails[not (type eq "work" or type eq "home")] or ims pr',
      'or(emails[not(or(emails.type eq "work", emails.type eq "home"))], ims pr)',
    ],
    ['manager eq "m"', `${ENTERPRISE}:manager.value eq "m"`],
    ['manager.value eq "m"', `${ENTERPRISE}:manager.value eq "m"`],
    ['manager[value eq "m"]', `${ENTERPRISE}:manager.value eq "m"`],
    [`${ENTERPRISE}:employeeNumber eq "7"`, `${ENTERPRISE}:employeeNumber eq "7"`],
    ['groups eq "g"', 'groups.value eq "g"'],
    ['schemas eq "urn:x"', 'schemas eq "urn:x"'],
    ['meta.lastmodified ge "2011-05-13T04:42:34.1234567Z"', 'meta.lastModified ge 2011-05-13T04:42:34.123456Z'],
    ['meta.lastModified lt 2011-05-13T04:42:34+02:00', 'meta.lastModified lt 2011-05-13T02:42:34.000000Z'],
  ])('parses %s', (text, tree) => {
    expect(user(text)).toBe(tree);
  });

  it.each([
    ['members eq "u"', 'members.value eq "u"'],
    ['members.value eq "u"', 'members.value eq "u"'],
    ['members[value eq "u"]', 'members.value eq "u"'],
    ['members[value eq u]', 'members.value eq "u"'],
    ['id eq "g" and members eq "u"', 'and(id eq "g", members.value eq "u")'],
    ['displayName eq "Sales"', 'displayName eq "Sales"'],
  ])('parses %s of groups', (text, tree) => {
    expect(group(text)).toBe(tree);
  });

  it('applies the precedence not, and, or, in any letter case', () => {
    expect(user('title pr OR userType pr And NOT (active eq true)')).toBe(
      'or(title pr, and(userType pr, not(active eq true)))',
    );
    expect(user('(title pr or userType pr) and ((locale pr))')).toBe('and(or(title pr, userType pr), locale pr)');
  });

  it("reads Entra ID's incremental collection filter", () => {
    const text =
      'active eq true and (meta.lastModified ge "2026-01-01T00:00:00.0000000Z" and meta.lastModified le "2026-01-02T00:00:00Z")';
    expect(user(text)).toBe(
      'and(active eq true, and(meta.lastModified ge 2026-01-01T00:00:00.000000Z, meta.lastModified le 2026-01-02T00:00:00.000000Z))',
    );
  });

  it.each([
    ['', 'name is missing'],
    ['userName', 'needs an operator'],
    ['userName eq', 'has no value'],
    ['userName foo "x"', 'needs an operator'],
    ['userName eq "x" and', 'name is missing'],
    ['userName eq "x" userName eq "y"', 'ends before'],
    ['(userName eq "x"', 'no closing'],
    ['userName eq "x")', 'ends before'],
    ['emails[type eq "work"', 'no closing'],
    ['emails[type eq "work"].nope eq "x"', 'not a sub-attribute'],
    ['emails[]', 'name is missing'],
    ['emails[emails[value pr]]', 'not a sub-attribute'],
    ['userName[value eq "x"]', 'no sub-attributes'],
    ['userName eq "x', 'no closing quote'],
    ['userName eq "\\x"', 'not a valid JSON string'],
    ['shoeSize eq 42', 'is not an attribute'],
    ['__proto__ eq "x"', 'is not an attribute'],
    ['constructor.name eq "x"', 'is not an attribute'],
    ['name.constructor eq "x"', 'is not an attribute'],
    ['password eq "x"', 'is not an attribute'],
    ['name eq "x"', 'is complex'],
    ['addresses eq "x"', 'is complex'],
    ['active gt true', 'does not support'],
    ['active co "t"', 'does not support'],
    ['active eq "maybe"', 'must be compared with a boolean'],
    ['userName gt "a"', 'does not support'],
    ['meta.lastModified gt "yesterday"', 'must be compared with a dateTime'],
    ['meta.lastModified gt "2026-02-31T00:00:00Z"', 'must be compared with a dateTime'],
    ['meta.lastModified gt "0000-12-31T23:59:59Z"', 'must be compared with a dateTime'],
    ['meta.lastModified gt "0001-01-01T00:00:00+02:00"', 'must be compared with a dateTime'],
    ['meta.lastModified lt "9999-12-31T23:59:59-01:00"', 'must be compared with a dateTime'],
    ['meta.lastModified sw "2026"', 'does not support'],
    ['meta.lastModified gt null', 'null can be compared only with eq and ne'],
  ])('refuses %s (400 invalidFilter)', (text, reason) => {
    expect(refusal(text)).toMatchObject({
      status: 400,
      scimType: 'invalidFilter',
      message: expect.stringContaining(reason),
    });
  });

  it('requires quotes around strings, and only there, in strict mode', () => {
    for (const text of ['externalId eq jyoung', "externalId eq 'jyoung'", 'active eq "True"', 'userName eq 5']) {
      expect(refusal(text, { strict: true })).toMatchObject({ scimType: 'invalidFilter' });
    }
    expect(drawn(parseFilter(USER_TYPE, 'active eq true and title eq null', { strict: true }))).toBe(
      'and(active eq true, title eq null)',
    );
  });
});

describe('a hostile filter', () => {
  it('of 100,000 characters is refused because of its length', () => {
    expect(refusal(`userName eq "${'a'.repeat(100_000)}"`).message).toContain(`limit is ${FILTER_LIMITS.length}`);
  });

  it('with 10,000 parentheses is refused because of its depth before the stack overflows, at any length limit', () => {
    const limits = { ...FILTER_LIMITS, length: 1_000_000 };
    const text = `${'('.repeat(10_000)}title pr${')'.repeat(10_000)}`;
    expect(refusal(text, { limits }).message).toContain('nests deeper');
    expect(refusal('not ('.repeat(10_000), { limits }).message).toContain('nests deeper');
    expect(refusal('('.repeat(100_000), { limits }).message).toContain('nests deeper');
  });

  it('may be nested up to the limit', () => {
    const nested = (depth: number): string => `${'('.repeat(depth)}title pr${')'.repeat(depth)}`;
    expect(parseFilter(USER_TYPE, nested(FILTER_LIMITS.depth))).toMatchObject({ kind: 'present' });
    expect(refusal(nested(FILTER_LIMITS.depth + 1)).message).toContain('nests deeper');
    const inBrackets = (depth: number): string => `emails[${'('.repeat(depth)}type pr${')'.repeat(depth)}]`;
    expect(parseFilter(USER_TYPE, inBrackets(FILTER_LIMITS.depth - 1))).toMatchObject({ kind: 'present' });
    expect(refusal(inBrackets(FILTER_LIMITS.depth)).message).toContain('nests deeper');
  });

  it('with too many comparisons is refused', () => {
    const text = Array.from({ length: FILTER_LIMITS.nodes + 1 }, () => 'id pr').join(' or ');
    expect(refusal(text).message).toContain('comparisons');
  });
});
