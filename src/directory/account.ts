// An account: a person, service-wide.

/** What is known of a person. No e-mail address until one arrives (Decision 35). */
export interface Person {
  readonly email: string | null;
  readonly name: string;
  readonly given_name: string;
  readonly family_name: string;
}

export interface Account extends Person {
  readonly account_id: string;
  readonly is_operator: boolean;
}
