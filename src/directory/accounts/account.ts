// An account: a person, service-wide.
import { domainToUnicode } from 'node:url';
import { normalForm } from '@cairn/scim-protocol/normal-form';

/** What is known of a person. No e-mail address until one arrives (Decision 35). */
export interface Person {
  readonly email: string | null;
  readonly name: string;
  readonly given_name: string;
  readonly family_name: string;
}

/**
 * What a search finds the person by, where lower-casing does not do it: `JÖRG GROẞ` is found by `gross`, and who is at
 * `xn--mnchen-3ya.de` by `münchen` too. Null for plain ASCII.
 */
export function searchKeyOf({ name, email }: Pick<Person, 'name' | 'email'>): string | null {
  const text = [name, email ?? '', ...inItsLetters(email ?? '')].join(' ');
  return Buffer.byteLength(text) === text.length ? null : normalForm(text);
}

/** The address with its domain in the letters that DNS has a name of ASCII for; none where it has no such letters. */
function inItsLetters(email: string): string[] {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at).toLowerCase();
  return /(^|\.)xn--/.test(domain) ? [email.slice(0, at) + domainToUnicode(domain)] : [];
}

export interface Account extends Person {
  readonly account_id: string;
  readonly is_operator: boolean;
  /** Grows when the address changes without proof: credentials made under another number are refused. */
  readonly proof_number: number;
}
