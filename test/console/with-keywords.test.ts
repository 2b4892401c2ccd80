// Keywords after typing in the editor. Duplicates are not added, because the service would refuse them.
import { expect, test } from 'vitest';
import { withKeywords } from '../../console/src/write/editor/with-keywords.ts';

test.each([
  ['a new one, in lower case', ['refund'], ' Money Back ', ['refund', 'money back']],
  ['several', [], 'a,b\nc,,', ['a', 'b', 'c']],
  ['an existing one', ['refund'], 'REFUND', ['refund']],
  ['an existing one in its other Unicode form', ['caf\u00e9'], 'cafe\u0301, CAFE\u0301', ['caf\u00e9']],
  ['the existing form stays', ['cafe\u0301'], 'caf\u00e9, tea', ['cafe\u0301', 'tea']],
])('handles %s', (_, keywords, typed, expected) => {
  expect(withKeywords(keywords, typed)).toEqual(expected);
});
