// The findings of the single sign-on test button. For the checks see single-sign-on-check.ts.

export const CHECKS = ['discovery', 'client', 'request', 'domains'] as const;

export interface Check {
  /**
   * The provider's configuration, the client's id and secret, the request with its redirect URI, and the verified
   * domains.
   */
  readonly check: (typeof CHECKS)[number];
  readonly ok: boolean;
  readonly message: string;
}
