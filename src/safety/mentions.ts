// Tells sentences about harmful instructions, and advice against them, from the instructions themselves.
import { pattern } from './pattern.ts';

/** Words of a sentence about such instructions, and of advice against them. */
const ABOUT = pattern(
  'i',
  String.raw`\b(?:like|such as|e\.g\.|for (?:example|instance)|examples?|says?|saying|said|reads?|`,
  String.raw`tells?|telling|called|phrases?|wording|sentences?|attack(?:er|s)?|attempts?|inject\w*|`,
  String.raw`tries|trying|asks?|asking|tricks?|malicious|warn\w*|watch for|beware|detect\w*|spot|`,
  String.raw`look(?:s|ing)? for|flag|refuse|reject|if (?:a|an|the|any|you|someone|it|text)|never|not|`,
  String.raw`don['’]t|doesn['’]t|cannot|can['’]t|should ?n['’]t|without|instead of|nie|niemals|nicht|`,
  String.raw`ne)\b[^.!?\n]*$`,
);
const OPEN_QUOTE = /(?:["“„«`‘]|(?:^|\s)')[^"”“»`\n]{0,60}$/;

/** True if the words before are about instructions rather than an instruction, or open a quotation. */
export function isAbout(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 120), at);
  return ABOUT.test(before) || OPEN_QUOTE.test(before);
}
