// Rewords issues for the editor. The service words them for programs, with field names of /v1.

/** Patterns and their replacements. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bwith expect "match"/g, 'that should bring it up'],
  [/\bwith expect "no_match"/g, 'that should not bring it up'],
  [
    /^Has (\d+) of the (\d+) (.+) from which a trail surfaces dependably\. Add (\d+)\.$/g,
    'Has $1 of $2 $3. Add $4: from $2 on, a trail surfaces dependably.',
  ],
  [/the no-match example ("[^"]*")/g, '$1, an example that it should stay away from'],
  [/no-match examples/g, 'examples to stay away from'],
  [/ is not {{snake_case}}/g, ' is not in small letters with _ between the words'],
  [/ ?\(run-examples\)/g, ' on the tab Surfacing'],
  [/\bfill in "when"/g, 'fill in the moment'],
  [/\bthe "when"/g, 'the moment'],
];

export const inPlainWords = (message: string): string =>
  WORDS.reduce((text, [pattern, replacement]) => text.replaceAll(pattern, replacement), message);
