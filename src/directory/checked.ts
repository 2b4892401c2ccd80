// Checks the names and texts of teams, groups and connections. Texts are trimmed and measured in code points.

import { hostName } from '../base/hosts.ts';
import { invalid } from '../base/issue.ts';
import { hasDirectionControls, isBlank } from '../base/text.ts';
import { t } from '../base/texts/t.ts';

/** Maximum lengths in Unicode code points (Decision 15). */
export const TEXT_LIMITS = {
  team: 120,
  group: 256,
  connection: 120,
  person: 256,
  description: 2_000,
  email: 320,
} as const;

/**
 * Returns the trimmed text. Fails with `validation` for the field if it is blank, is longer than `max`, or would be
 * displayed in another order than it is stored.
 */
export function checkedName(field: string, given: string, max: number): string {
  const text = given.trim();
  if (isBlank(text) || [...text].length > max)
    throw invalid(field, t('{field} must have 1 to {max} characters.', { field, max }));
  if (hasDirectionControls(text))
    throw invalid(field, t('{field} {problem}', { field, problem: NO_DIRECTION_CONTROLS }));
  return text;
}

/** The end of a sentence that refuses a text (`hasDirectionControls`). */
export const NO_DIRECTION_CONTROLS = t(
  'has an invisible character that reverses the direction of the text. Type the name again without it.',
);

/** Returns the trimmed text, which may be empty. Fails with `validation` if it is longer than `max`. */
export function checkedText(field: string, given: string, max: number): string {
  const text = given.trim();
  if ([...text].length > max) throw invalid(field, t('{field} must have at most {max} characters.', { field, max }));
  return text;
}

/** Returns the trimmed address in its canonical form. Fails with `validation` if it is not an e-mail address. */
export function checkedEmail(field: string, given: string): string {
  const email = given.trim();
  if (!isTypedEmail(email))
    throw invalid(field, t('{field} must be an e-mail address such as ana@example.com.', { field }));
  return mailboxOf(email);
}

/**
 * The canonical form for storing and finding a mailbox. Encodes an international domain as in DNS (`a@münchen.de`
 * becomes `a@xn--mnchen-3ya.de`, RFC 5890) and leaves everything else as written, including case.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  if (Buffer.byteLength(domain) === domain.length) return email;
  const mailbox = email.slice(0, at) + hostName(domain);
  return isEmail(mailbox) ? mailbox : email;
}

/** True for `local@domain.tld` without spaces, if mail servers accept its length. */
export const isEmail = (text: string): boolean =>
  text.length <= TEXT_LIMITS.email && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);

/** Like `isEmail`, but rejects invisible characters, which people type or paste only by mistake. */
export const isTypedEmail = (text: string): boolean => isEmail(text) && !/[\p{Cc}\p{Cf}]/u.test(text);
