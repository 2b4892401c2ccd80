// An account: a person, service-wide.
import { folded } from './checked.ts';

/** What is known of a person. No e-mail address until one arrives (Decision 35). */
export interface Person {
  readonly email: string | null;
  readonly name: string;
  readonly given_name: string;
  readonly family_name: string;
}

/**
 * What a search finds the person by, where lower-casing does not do it: `JÖRG GROẞ` is found by `gross`. Null for plain
 * ASCII.
 */
export function searchKeyOf({ name, email }: Pick<Person, 'name' | 'email'>): string | null {
  const text = `${name} ${email ?? ''}`;
  return Buffer.byteLength(text) === text.length ? null : folded(text);
}

export interface Account extends Person {
  readonly account_id: string;
  readonly is_operator: boolean;
}
