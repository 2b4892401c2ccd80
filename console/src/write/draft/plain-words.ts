// Rewords issues for the editor. The service words them for programs, with field names of /v1.

import { t } from '../../parts/texts/t.ts';

/** Patterns and their replacements. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bwith expect "match"/g, t('that should bring it up')],
  [/\bwith expect "no_match"/g, t('that should not bring it up')],
  [
    /^Has (\d+) of the (\d+) (.+) from which a trail surfaces dependably\. Add (\d+)\.$/g,
    t('Has $1 of $2 $3. Add $4: from $2 on, a trail surfaces dependably.'),
  ],
  [/the no-match example ("[^"]*")/g, '$1, an example that it should stay away from'],
  [/no-match examples/g, t('examples to stay away from')],
  [/ is not {{snake_case}}/g, ' is not in small letters with _ between the words'],
  [/ ?\(run-examples\)/g, ' on the tab Surfacing'],
  [/\bfill in "when"/g, t('fill in the moment')],
  [/\bthe "when"/g, t('the moment')],
];

export const inPlainWords = (message: string): string =>
  WORDS.reduce((text, [pattern, replacement]) => text.replaceAll(pattern, replacement), message);
