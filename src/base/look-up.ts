// How to look up a credential, for the gate and for code that admits its callers.

export interface LookUp {
  /** If true, ignore cached callers. */
  readonly fresh: boolean;
  /**
   * Called before the database is queried. Fails with `rate-limited` for an IP address that has sent too many bad
   * credentials.
   */
  before(): void;
}
