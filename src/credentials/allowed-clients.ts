// Which OAuth clients a workspace lets in: shapes alone.

export interface OauthPolicy {
  /** Hosts such as `claude.ai`, each with its subdomains; null: any. */
  readonly allowed_hosts: readonly string[] | null;
}
