// An account: one person in the whole service.
import { domainToUnicode } from 'node:url';
import { normalForm } from '@cairn/scim-protocol/normal-form';

/** A person's data. The e-mail address is missing until one arrives (Decision 35). */
export interface Person {
  readonly email: string | null;
  readonly name: string;
  readonly given_name: string;
  readonly family_name: string;
}

/**
 * Text that a search must also match, because lowercasing alone is not enough: `gross` finds `JÖRG GROẞ`, and `münchen`
 * finds people at `xn--mnchen-3ya.de`. Null for plain ASCII.
 */
export function searchKeyOf({ name, email }: Pick<Person, 'name' | 'email'>): string | null {
  const text = [name, email ?? '', ...inItsLetters(email ?? '')].join(' ');
  return Buffer.byteLength(text) === text.length ? null : normalForm(text);
}

/** The address with its domain decoded from Punycode. Empty if it is plain ASCII. */
function inItsLetters(email: string): string[] {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at).toLowerCase();
  return /(^|\.)xn--/.test(domain) ? [email.slice(0, at) + domainToUnicode(domain)] : [];
}

export interface Account extends Person {
  readonly account_id: string;
  readonly is_operator: boolean;
  /** Increases when the address changes without proof. Credentials created under another number are rejected. */
  readonly proof_number: number;
}
