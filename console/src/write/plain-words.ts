// A finding in the words of the editor: the service words it for programs, which know fields by their names in /v1. Pure.

/** Text by text, what stands in the editor instead. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/examples? with expect "match"/g, 'prompts that should bring it up'],
  [/examples? with expect "no_match"/g, 'prompts that should not'],
  [/(?:an example )?with expect "match"/g, 'a prompt that should bring it up'],
  [/(?:an example )?with expect "no_match"/g, 'a prompt that should not'],
  [/ ?\(run-examples\)/g, ' on the tab Surfacing'],
  [/\bFill in "when"/g, 'Fill in the moment'],
  [/\bthe "when"/g, 'the moment'],
];

/** The finding as its author reads it. */
export const inPlainWords = (message: string): string =>
  WORDS.reduce((text, [said, meant]) => text.replaceAll(said, meant), message);
