// The shape of a workspace's policy: which OAuth clients it admits, and who may vouch for them.

/** Which programs may get access with a code typed at `/device`. `own`: only the service's own programs. */
export const DEVICE_SIGN_IN = ['off', 'own', 'all'] as const;

/** An app that everyone may connect as an employee without a consent page. */
export interface ApprovedApp {
  readonly client_id: string;
  readonly name: string;
  readonly host: string;
}

export interface OauthPolicy {
  /** Hosts such as `claude.ai`, each including its subdomains. Null: any host. */
  readonly allowed_hosts: readonly string[] | null;
  /**
   * The workspace's identity provider vouches for its people and their apps, so they are not asked for consent
   * (ID-JAG).
   */
  readonly enterprise_managed: boolean;
  /** Approved by an admin for everyone. */
  readonly approved_apps: readonly ApprovedApp[];
  readonly device_sign_in: (typeof DEVICE_SIGN_IN)[number];
}
