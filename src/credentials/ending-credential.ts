// A credential whose end is near: its shape alone.

/** A credential that ends: whose it is, and when. */
export interface EndingCredential {
  readonly team_id: string;
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly expires_at: string;
}
