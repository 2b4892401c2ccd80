// How a credential is looked up: by the gate of a request, and by those who admit its caller.

export interface LookUp {
  /** True: what is remembered does not count. */
  readonly fresh: boolean;
  /** Called before the database is asked. Refuses with `rate-limited` an address that sent too many bad credentials. */
  before(): void;
}
