// Names and texts that people give to teams, groups and connections: trimmed and measured in code points.
import { isBlank } from '../base/blank.ts';
import { hostName } from '../base/host-name.ts';
import { invalid } from '../base/issue.ts';

/** Characters at most, in Unicode code points (Decision 15). */
export const TEXT_LIMITS = {
  team: 120,
  group: 256,
  connection: 120,
  person: 256,
  description: 2_000,
  email: 320,
} as const;

/** The trimmed text. Refuses with `validation`, naming the field, when it is blank or longer than `most`. */
export function checkedName(field: string, given: string, most: number): string {
  const text = given.trim();
  if (isBlank(text) || [...text].length > most) throw invalid(field, `${field} must have 1 to ${most} characters.`);
  return text;
}

/** The trimmed text, which may be empty. Refuses with `validation` when it is longer than `most`. */
export function checkedText(field: string, given: string, most: number): string {
  const text = given.trim();
  if ([...text].length > most) throw invalid(field, `${field} must have at most ${most} characters.`);
  return text;
}

/** The address, trimmed, in the one form of its mailbox. Refuses with `validation` what is no e-mail address. */
export function checkedEmail(field: string, given: string): string {
  const email = given.trim();
  if (!isTypedEmail(email)) throw invalid(field, `${field} must be an e-mail address such as ana@example.com.`);
  return mailboxOf(email);
}

/**
 * The address in the one form that a mailbox is stored and looked up by: a domain in letters of other languages as DNS
 * knows it (`a@münchen.de` is `a@xn--mnchen-3ya.de`, RFC 5890), anything else as it is written, case too.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  if (Buffer.byteLength(domain) === domain.length) return email;
  const mailbox = email.slice(0, at) + hostName(domain);
  return isEmail(mailbox) ? mailbox : email;
}

/** True for `local@domain.tld` without spaces, of a length that mail servers take. */
export const isEmail = (text: string): boolean =>
  text.length <= TEXT_LIMITS.email && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);

/** The same without characters that nobody sees: a person who types or pastes one does not mean it. */
export const isTypedEmail = (text: string): boolean => isEmail(text) && !/[\p{Cc}\p{Cf}]/u.test(text);
