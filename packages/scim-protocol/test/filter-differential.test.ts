// Evaluates random filters on random users with this library and two others. All three agree unless one of the others
// has a bug. The table at the end lists these bugs and the rules that they break.
import fc from 'fast-check';
import scim2 from 'scim2-parse-filter';
import SCIMMY from 'scimmy';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { matches } from '../src/filter-match.ts';
import { parseFilter } from '../src/filter-parser.ts';
import type { JsonObject } from '../src/json.ts';
import { USER_TYPE } from '../src/resource-type.ts';

const ours = (text: string, user: JsonObject): boolean => matches(parseFilter(USER_TYPE, text), user);
const scim2ParseFilter = (text: string, user: JsonObject): boolean => scim2.filter(scim2.parse(text))(user);
const scimmy = (text: string, user: JsonObject): boolean => new SCIMMY.Types.Filter(text).match([user]).length > 0;

// Short lowercase words, so that many comparisons match. Every attribute except nickName is always present.
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 3 });
const type = fc.constantFrom('work', 'home');
const date = fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z');

const someone: fc.Arbitrary<JsonObject> = fc
  .record({
    userName: word,
    displayName: word,
    nickName: fc.option(word, { nil: undefined }),
    name: fc.record({ familyName: word, givenName: word }),
    active: fc.boolean(),
    emails: fc.array(fc.record({ value: word, type, primary: fc.boolean() }), { minLength: 1, maxLength: 3 }),
    meta: fc.record({ lastModified: date }),
  })
  .map((user) => JSON.parse(JSON.stringify(user)));

const quotes = (text: string): string => `"${text}"`;
const textual = fc.constantFrom('eq', 'ne', 'co', 'sw', 'ew');
const leafOf = (names: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...names), textual, word)
    .map(([name, operator, value]) => `${name} ${operator} ${quotes(value)}`);

const single = fc.oneof(
  leafOf(['userName', 'displayName', 'name.familyName', 'name.givenName']),
  fc
    .tuple(fc.constantFrom('eq', 'co', 'sw', 'ew'), word)
    .map(([operator, value]) => `nickName ${operator} ${quotes(value)}`),
  fc.constantFrom('nickName pr', 'name.familyName pr', 'active eq true', 'active eq false', 'active ne true'),
  fc
    .tuple(fc.constantFrom('gt', 'ge', 'lt', 'le', 'eq', 'ne'), date)
    .map(([operator, value]) => `meta.lastModified ${operator} ${quotes(value)}`),
);
const inElement = fc.oneof(
  leafOf(['value']),
  type.map((each) => `type eq ${quotes(each)}`),
  fc.boolean().map((each) => `primary eq ${each}`),
);
const connected = (term: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.letrec<{ tree: string; leaf: string }>((tie) => ({
    leaf: term,
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('leaf'),
      tie('tree').map((inner) => `not (${inner})`),
      fc
        .tuple(tie('tree'), fc.constantFrom('and', 'or'), tie('tree'))
        .map(([left, operator, right]) => `(${left}) ${operator} (${right})`),
      fc.tuple(tie('leaf'), tie('leaf'), tie('leaf')).map(([a, b, c]) => `${a} or ${b} and ${c}`),
    ),
  })).tree;

const alternatives = fc
  .array(inElement, { minLength: 1, maxLength: 3 })
  .map((leaves) => `emails[${leaves.join(' or ')}]`);
const sameElement = fc
  .array(inElement, { minLength: 1, maxLength: 3 })
  .map((leaves) => `emails[${leaves.join(' and ')}]`);
const plural = fc.oneof(leafOf(['emails.value']), alternatives);

describe('random filters on random users', () => {
  it('match the same users as with scim2-parse-filter', () => {
    fc.assert(
      fc.property(connected(fc.oneof(single, plural)), someone, (text, user) => {
        expect(ours(text, user)).toBe(scim2ParseFilter(text, user));
      }),
      { numRuns: runs(400) },
    );
  });

  it('match the same users as with scimmy, for one comparison or a conjunction over different attributes', () => {
    const conjunction = fc
      .tuple(leafOf(['userName']), leafOf(['displayName']), fc.constantFrom('active eq true', 'active ne true'))
      .chain((leaves) => fc.shuffledSubarray(leaves, { minLength: 1 }))
      .map((leaves) => leaves.join(' and '));
    const text = fc.oneof(
      single,
      conjunction,
      fc.tuple(conjunction, single).map((terms) => terms.join(' or ')),
    );
    fc.assert(
      fc.property(text, someone, (filter, user) => {
        expect(ours(filter, user)).toBe(scimmy(filter, user));
      }),
      { numRuns: runs(400) },
    );
  });

  it('either match or do not match, and never both', () => {
    fc.assert(
      fc.property(connected(fc.oneof(single, plural, sameElement)), someone, (text, user) => {
        expect(ours(`not (${text})`, user)).toBe(!ours(text, user));
      }),
      { numRuns: runs(100) },
    );
  });
});

const carl: JsonObject = {
  userName: 'Carl@Example.com',
  title: '',
  active: true,
  emails: [
    { value: 'c@work.com', type: 'work' },
    { value: 'c@home.com', type: 'home' },
  ],
  meta: { lastModified: '2026-01-01T12:00:00Z' },
};

describe('known bugs in the other libraries', () => {
  it.each<[string, boolean, string]>([
    ['userName eq "carl@example.com"', true, 'userName is not case-exact (RFC 7643 4.1.1); they compare exactly'],
    ['userName co "CARL"', true, 'the same for co'],
    [
      'emails eq "c@work.com"',
      true,
      'a complex attribute compares by its value (RFC 7644 3.4.2.2); they compare the object',
    ],
    [
      'nickName ne "x"',
      true,
      'unassigned is null (RFC 7643 2.5) and null is not "x"; they let a missing attribute fail everything',
    ],
    ['nickName eq null', true, 'the same for eq null'],
    ['title pr', false, 'pr wants a non-empty value (RFC 7644 3.4.2.2, table 3); they ask for existence only'],
    [
      'emails[type eq "work" and value ew "home.com"]',
      false,
      'brackets speak of one element (RFC 7644 3.4.2.2); they drop them and mix elements',
    ],
    ['emails[not (type eq "work")]', true, 'the same for not inside brackets, which they pull out of them'],
    ['active eq "True"', true, 'Entra ID quotes booleans; they compare a string with a boolean'],
    [
      'meta.lastModified gt "2026-01-01T12:30:00+01:00"',
      true,
      'dates compare as points in time (RFC 7644 3.4.2.2); they compare texts',
    ],
  ])('scim2-parse-filter: %s', (text, right) => {
    expect(ours(text, carl)).toBe(right);
    expect(scim2ParseFilter(text, carl)).toBe(!right);
  });

  it.each<[string, boolean, string]>([
    ['userName eq "carl@example.com"', true, 'userName is not case-exact (RFC 7643 4.1.1); they compare exactly'],
    ['title pr', false, 'pr wants a non-empty value; they ask for existence only'],
    ['nickName sw "undef"', false, 'a missing attribute has no text; they compare with the text "undefined"'],
    [
      'emails.type eq "work" and emails.value eq "c@home.com"',
      true,
      'without brackets each comparison is about any element; they want one that satisfies both',
    ],
    [
      'not (active eq true and userName sw "x")',
      true,
      'not is about the whole of its parentheses; they negate each comparison and keep the and',
    ],
  ])('scimmy: %s', (text, right) => {
    expect(ours(text, carl)).toBe(right);
    expect(scimmy(text, carl)).toBe(!right);
  });

  it('scimmy: crashes on emails eq "c@work.com"', () => {
    expect(ours('emails eq "c@work.com"', carl)).toBe(true);
    expect(() => scimmy('emails eq "c@work.com"', carl)).toThrow(TypeError);
  });
});
