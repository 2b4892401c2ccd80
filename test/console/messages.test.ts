// Messages of the console: their syntax, the pseudo-language, and the search for texts outside of them.
import { createElement, Fragment, isValidElement, type ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { rich } from '../../console/src/parts/texts/rich.ts';
import { t } from '../../console/src/parts/texts/t.ts';

interface Reading {
  readonly parse: (name: string, source: string) => unknown;
  readonly textsOutside: (file: unknown) => readonly { getText(): string }[];
}
interface Messages {
  readonly parseMessage: (message: string, options: { readonly tags: boolean }) => unknown;
  readonly pseudo: (message: string, options: { readonly tags: boolean }) => string;
}
const script = (name: string): string => new URL(`../../scripts/texts/${name}.mjs`, import.meta.url).href;
const { parse, textsOutside } = (await import(script('read-texts'))) as Reading;
const { parseMessage, pseudo } = (await import(script('message'))) as Messages;

/** The text of nested elements, with the types of elements in parentheses. */
function flat(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(flat).join('');
  if (!isValidElement<{ children?: ReactNode }>(node)) return String(node ?? '');
  const inner = flat(node.props.children);
  return node.type === Fragment ? inner : `${String(node.type)}(${inner})`;
}

describe('a message', () => {
  test('shows values, and numbers with separators', () => {
    expect(t('Join {team}', { team: 'Acme' })).toBe('Join Acme');
    expect(t('{seats} of {limit}', { seats: 1_200, limit: '5' })).toBe('1,200 of 5');
    expect(t('It costs 5 # and <b>')).toBe('It costs 5 # and <b>');
    expect(t('{a} # {b}', { a: '#', b: '{x}' })).toBe('# # {x}');
  });

  test('chooses the form of a plural, and an exact number first', () => {
    const trails = (count: number): string =>
      t('{count, plural, =0 {No trails} one {# trail} other {# trails}} in {team}.', { count, team: 'Acme' });
    expect([0, 1, 2, 1_400].map(trails)).toEqual([
      'No trails in Acme.',
      '1 trail in Acme.',
      '2 trails in Acme.',
      '1,400 trails in Acme.',
    ]);
  });

  test('chooses a branch by a word, also within a plural', () => {
    const said = (kind: string, count: number): string =>
      t('{kind, select, key {{count, plural, one {# key} other {# keys}}} other {# of {kind}}}', { kind, count });
    expect([said('key', 2), said('key', 1), said('app', 1)]).toEqual(['2 keys', '1 key', '# of app']);
  });

  test('contains elements, which a function or a plain tag makes', () => {
    const read = rich(
      'Read <a>the <b>{name}</b> guide</a>, {count, plural, one {<b>#</b> page} other {# pages}}. {end}',
      {
        name: 'Okta',
        count: 1,
        end: createElement('hr'),
        a: (text) => createElement('a', { href: '/guide' }, text),
      },
    );
    expect(flat(read)).toBe('Read a(the b(Okta) guide), b(1) page. hr()');
  });
});

describe('the check of a message', () => {
  test.each([
    '{count, plural, one {# trail}}',
    '{count, plural, one {# trail} other {# trails}',
    'Join {team',
    'Join {team name}',
    'Joined}',
    '{count, number}',
    'Read <a>the guide',
    'Read <a>the <b>guide</a></b>',
  ])('refuses %s', (message) => {
    expect(() => parseMessage(message, { tags: true })).toThrow(/in "/);
  });
});

test('makes messages longer in the pseudo-language, without touching what the program reads', () => {
  const message = 'Delete {count, plural, one {# key} other {# keys}} of <a>{team}</a>.';
  expect(pseudo(message, { tags: true })).toBe(
    'Délété~~~ {count, plural, one {# kéý~~} other {# kéýš~~}} öf~ <a>{team}</a>.',
  );
});

describe('the search for texts outside messages', () => {
  const found = (source: string): string[] =>
    textsOutside(parse('page.tsx', source.replaceAll('%{', '${'))).map((node) => node.getText().trim());

  test.each([
    ['text in an element', '<p>Save</p>', 'Save'],
    ['text next to a value', '<p>{name} left</p>', 'left'],
    ['a label', '<TextInput label="Name" />', '"Name"'],
    ['a name for screen readers', '<nav aria-label="Pages" />', '"Pages"'],
    ['a choice in a label', '<TextInput label={isNew ? "New name" : t("Name")} />', '"New name"'],
    ['a template in a title', '<Page title={`Group %{name}`} />', '`Group %{name}`'],
    ['a toast', 'useChange(save, { done: "Saved." })', '"Saved."'],
    ['a computed toast', 'useChange(save, { done: ({ ended }) => `Ended: %{ended}.` })', '`Ended: %{ended}.`'],
    ['a window title', 'useDocumentTitle("Sign in · Cairn")', '"Sign in · Cairn"'],
    ['a table of texts', 'const REASONS = { expired: "Start again, please." }', '"Start again, please."'],
    ['a value of a message', 't("It is {state}", { state: "Not ready yet" })', '"Not ready yet"'],
    ['a sentence with a value', 'const said = `%{count} people left`', '`%{count} people left`'],
  ])('finds %s', (_, source, text) => {
    expect(found(source)).toEqual([text.replaceAll('%{', '${')]);
  });

  test.each([
    ['messages', 't("Save")'],
    ['classes and keys', '<p className="page lead" key="Save this">{t("Save")}</p>'],
    ['names', '<p>Cairn</p>'],
    ['imports', 'import x from "Some Thing"'],
    ['types', 'type Kind = "Some thing"'],
    ['comparisons', 'if (kind === "Some thing") x()'],
    ['errors for developers', 'throw new Error("The page has no root.")'],
    ['addresses', 'const to = `/write/%{id}`'],
    ['sizes', '<Box style={{ width: `calc(100% - %{gap}px)` }} />'],
  ])('leaves out %s', (_, source) => {
    expect(found(source)).toEqual([]);
  });
});
