// Placeholders in a written prompt: valid ones, invalid ones with corrections, and braces that are plain text.
import { describe, expect, test } from 'vitest';
import {
  badPlaceholders,
  placeholderNames,
  placeholderParts,
  shownText,
} from '../../src/trails/document/placeholders.ts';

const parts = (body: string) => placeholderParts(body).map(({ kind, text, at }) => `${at} ${kind} ${text}`);

describe('the parts of a prompt', () => {
  test.each([
    ['', []],
    ['plain', ['0 text plain']],
    ['{{a}}', ['0 good {{a}}']],
    ['a {{b_c}} d', ['0 text a ', '2 good {{b_c}}', '9 text  d']],
    ['{{a}}{{b}}', ['0 good {{a}}', '5 good {{b}}']],
    ['\\{{a}}', ['0 literal \\{{', '3 text a}}']],
    ['{{A b}}!', ['0 bad {{A b}}', '7 text !']],
  ])('of "%s" are in order', (body, expected) => {
    expect(parts(body)).toEqual(expected);
    expect(placeholderParts(body).map(({ text }) => text)).toEqual(
      expected.map((part) => part.split(' ').slice(2).join(' ')),
    );
  });

  test('are invalid without the second closing brace, and plain text if they are not closed at all', () => {
    expect(parts('{{name} and {{more')).toEqual(['0 bad {{name}', '7 text  and {{more']);
    expect(parts('{{a\nb}')).toEqual(['0 text {{a\nb}']);
    expect(badPlaceholders('{{Full name}')).toEqual([{ written: '{{Full name}', suggestion: '{{full_name}}' }]);
  });

  test('are shown unchanged, except for a backslash before braces', () => {
    expect(placeholderParts('a \\{{b}} {{c}}').map(shownText).join('')).toBe('a {{b}} {{c}}');
  });
});

test('return each valid name once, in order', () => {
  expect(placeholderNames('{{b}} {{a}} {{b}} {{Bad one}} \\{{c}}')).toEqual(['b', 'a']);
});

test.each([
  ['{{First Name}}', '{{first_name}}'],
  ['{{firstName}}', '{{first_name}}'],
  ['{{Größe}}', '{{gro_e}}'],
  ['{{1st}}', '{{st}}'],
  ['{{ name }}', '{{name}}'],
  ['{{__}}', undefined],
  ['{{名}}', undefined],
])('suggest for %s: %s', (body, suggestion) => {
  expect(badPlaceholders(`${body} and ${body}`)).toEqual([{ written: body, suggestion }]);
});
