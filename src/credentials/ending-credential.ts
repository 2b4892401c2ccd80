// The shape of a credential that is about to expire.

export interface EndingCredential {
  readonly team_id: string;
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly expires_at: string;
}
