// Which OAuth clients a workspace lets in, and who may vouch for them: shapes alone.

export interface OauthPolicy {
  /** Hosts such as `claude.ai`, each with its subdomains; null: any. */
  readonly allowed_hosts: readonly string[] | null;
  /** The workspace's identity provider vouches for its people and the apps that they use: nobody is asked (ID-JAG). */
  readonly enterprise_managed: boolean;
}
