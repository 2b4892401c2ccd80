// Which OAuth clients a workspace lets in, and who may vouch for them: shapes only.

/** Which programs get access with a code that a person types in at `/device`; `own`: those of the service. */
export const DEVICE_SIGN_IN = ['off', 'own', 'all'] as const;

export interface OauthPolicy {
  /** Hosts such as `claude.ai`, each with its subdomains; null: any. */
  readonly allowed_hosts: readonly string[] | null;
  /** The workspace's identity provider vouches for its people and the apps that they use: nobody is asked (ID-JAG). */
  readonly enterprise_managed: boolean;
  readonly device_sign_in: (typeof DEVICE_SIGN_IN)[number];
}
