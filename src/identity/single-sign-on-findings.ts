// What the test button of single sign-on finds, as a shape. How it is found out is in single-sign-on-check.ts.

export const CHECKS = ['discovery', 'client', 'request', 'domains'] as const;

export interface Check {
  /** The provider's configuration; id and secret of the client; the request with its redirect URI; verified domains. */
  readonly check: (typeof CHECKS)[number];
  readonly ok: boolean;
  readonly message: string;
}
