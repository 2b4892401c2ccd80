// Tells secrets from the stand-ins that documentation uses for them.
import { pattern } from './pattern.ts';

const STAND_IN = pattern(
  'i',
  String.raw`example|sample|dummy|fake|redacted|placeholder|changeme|change_me|your|insert|replace|`,
  String.raw`xxxx|\*{3}|\.{3}|…|0000000|1234567|abcdef|deadbeef`,
);

/** The least share of different characters in random text of a short token. */
const LEAST_DIFFERENT = 0.3;

/** True for `AKIAIOSFODNN7EXAMPLE`, `ghp_xxxxxxxx`, and texts that repeat few characters. */
export function isStandIn(token: string): boolean {
  if (STAND_IN.test(token)) return true;
  const different = new Set(token).size;
  return different < Math.min(token.length, 30) * LEAST_DIFFERENT;
}

const WEAK = pattern(
  'i',
  String.raw`^(?:user(?:name)?|pass(?:word|wd|phrase)?\d{0,3}|pwd|pw|secret|token|key|admin|root|`,
  String.raw`test|postgres|guest|none|null|undefined|true|false|hidden|removed|mypassword|p@ssw0rd|`,
  String.raw`hunter2|foo|bar)$`,
);

/** True if no secret is given: a placeholder, a variable, an ordinary word, or nothing. */
export const isBlankPassword = (text: string): boolean =>
  WEAK.test(text) || STAND_IN.test(text) || /^[<[{($%&*#_.-]|[>\]})]$/.test(text);
