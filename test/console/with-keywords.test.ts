// The keywords of the editor after something was typed: what the service would refuse as a repeat is not added.
import { expect, test } from 'vitest';
import { withKeywords } from '../../console/src/write/editor/with-keywords.ts';

test.each([
  ['a new one, in lower case', ['refund'], ' Money Back ', ['refund', 'money back']],
  ['several', [], 'a,b\nc,,', ['a', 'b', 'c']],
  ['one that is there', ['refund'], 'REFUND', ['refund']],
  ['one that is there in its other form', ['caf\u00e9'], 'cafe\u0301, CAFE\u0301', ['caf\u00e9']],
  ['the form that is there stays', ['cafe\u0301'], 'caf\u00e9, tea', ['cafe\u0301', 'tea']],
])('%s', (_, keywords, typed, expected) => {
  expect(withKeywords(keywords, typed)).toEqual(expected);
});
