// How to look up a credential, for the gate and for code that admits its caller.

export interface LookUp {
  /** If true, ignore cached callers. */
  readonly fresh: boolean;
  /**
   * Called before the database is queried. Refuses with `rate-limited` an IP address that sent too many bad
   * credentials.
   */
  before(): void;
}
