import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filledParts, filledText, labelOf } from '../../console/src/read/filled-prompt.ts';
import { placeholderParts } from '../../src/trails/document/placeholders.ts';
import { runs } from '../support/runs.ts';

test('replaces a placeholder everywhere, and keeps empty ones visible in brackets', () => {
  const body = 'Write to {{customer_name}} about {{order_no}}. Greet {{customer_name}}.';
  expect(filledText(body, { customer_name: ' Ms Lindt ' })).toBe('Write to Ms Lindt about [Order no]. Greet Ms Lindt.');
  expect(labelOf('customer_name')).toBe('Customer name');
});

test('leaves placeholders open whose names every object inherits', () => {
  expect(filledText('{{constructor}} {{name}}', { name: 'Ada' })).toBe('[Constructor] Ada');
});

test('never treats filled-in text as a placeholder', () => {
  expect(filledText('{{one}} {{two}}', { one: '{{two}}', two: 'x' })).toBe('{{two}} x');
});

test('shows braces after a backslash as text, not as a placeholder', () => {
  const body = 'Fill \\{{#if}}\\{{name}} for {{name}}';
  expect(filledText(body, { name: 'Ada' })).toBe('Fill {{#if}}{{name}} for Ada');
  expect(placeholderParts('\\{{a}}').map(({ kind }) => kind)).toEqual(['literal', 'text']);
});

test('marks a placeholder that is not in snake_case as invalid, and copies it unchanged', () => {
  const kinds = placeholderParts('Hi {{First Name}} and {{last_name}}').map(({ kind, text }) => [kind, text]);
  expect(kinds).toEqual([
    ['text', 'Hi '],
    ['bad', '{{First Name}}'],
    ['text', ' and '],
    ['good', '{{last_name}}'],
  ]);
  expect(filledParts('{{First Name}}', {})).toEqual([{ at: 0, text: '{{First Name}}', kind: 'text' }]);
});

test('splits a prompt into parts without losing or moving a character', () => {
  const piece = fc.constantFrom(
    '{{a}}',
    '\\',
    '\\{{',
    '{{a_b}}',
    '{{A}}',
    '{{',
    '}}',
    '{',
    '}',
    'x',
    ' ',
    '\n',
    '{{a',
    'é',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const body = pieces.join('');
      const parts = placeholderParts(body);
      expect(parts.map(({ text }) => text).join('')).toBe(body);
      for (const { at, text } of parts) expect(body.slice(at, at + text.length)).toBe(text);
    }),
    { numRuns: runs(100) },
  );
});
