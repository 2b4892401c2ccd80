// Finds characters that people cannot see but AI tools read.

import { t } from '../base/texts/t.ts';
import { pattern } from './pattern.ts';
import type { Reading, Spot } from './safety-finding.ts';

/** Tags, supplementary variation selectors, invisible characters, and bidirectional controls. */
const UNSEEN = pattern(
  'gu',
  String.raw`[\u{e0000}-\u{e0fff}]+|`,
  String.raw`(?:[\u200b\u2060-\u2064\u206a-\u206f\ufeff\u180e\u115f\u1160\u3164\uffa0]|\u034f|\u17b4|`,
  String.raw`\u17b5)+|[\u202a-\u202e\u2066-\u2069]|(?:\u200c|\u200d){2,}|[\ufe00-\ufe0f]{2,}`,
);
/** The flags of England, Scotland and similar ones: a black flag, tags, and the end of tags (UTS #51). */
const FLAG = /^[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}$/u;
const BLACK_FLAG = '\u{1f3f4}';

/** Text with only Latin-1 characters takes no time, because the engine knows that the pattern cannot match it. */
export function findUnseen({ text, scrutiny, found }: Reading): void {
  UNSEEN.lastIndex = 0;
  for (let match = UNSEEN.exec(text); match !== null; match = UNSEEN.exec(text)) {
    const [unseen] = match;
    const code = unseen.codePointAt(0) ?? 0;
    if (!scrutiny.spend(code >= 0xe0000 ? 'tag_characters' : 'invisible_characters', match.index, 20)) return;
    if (FLAG.test(unseen) && text.startsWith(BLACK_FLAG, match.index - 2)) continue;
    found.push(unseenAt(code, match.index, unseen.length));
  }
}

const unseenAt = (code: number, at: number, length: number): Spot => {
  if (code >= 0xe0000)
    return {
      ...{ class: 'tag_characters', at, length },
      message: (line) =>
        t('Line {line} contains invisible tag characters, which can hide text from people. Remove them.', { line }),
    };
  const character = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return {
    ...{ class: 'invisible_characters', at, length },
    message: (line) => t('Line {line} contains the invisible character {character}. Remove it.', { line, character }),
  };
};
