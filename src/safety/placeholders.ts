// Tells secrets from the stand-ins that documentation uses for them.

const STAND_IN =
  /example|sample|dummy|fake|redacted|placeholder|changeme|change_me|your|insert|replace|xxxx|\*{3}|\.{3}|…|0000000|1234567|abcdef|deadbeef/i;

/** The least share of different characters in random text of a short token. */
const LEAST_DIFFERENT = 0.3;

/** True for `AKIAIOSFODNN7EXAMPLE`, `ghp_xxxxxxxx`, and texts that repeat few characters. */
export function isStandIn(token: string): boolean {
  if (STAND_IN.test(token)) return true;
  const different = new Set(token).size;
  return different < Math.min(token.length, 30) * LEAST_DIFFERENT;
}

const WEAK =
  /^(?:user(?:name)?|pass(?:word|wd|phrase)?\d{0,3}|pwd|pw|secret|token|key|admin|root|test|postgres|guest|none|null|undefined|true|false|hidden|removed|mypassword|p@ssw0rd|hunter2|foo|bar)$/i;

/** True if no secret is given: a placeholder, a variable, an ordinary word, or nothing. */
export const isBlankPassword = (text: string): boolean =>
  WEAK.test(text) || STAND_IN.test(text) || /^[<[{($%&*#_.-]|[>\]})]$/.test(text);
