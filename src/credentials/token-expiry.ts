// The lifetimes of a connection's tokens.

/** The available lifetimes (contract 8). */
export const TOKEN_EXPIRIES = ['90d', '180d', '1y', 'none'] as const;
/** The lifetimes available through a set-up link. Tokens that are created by people without an account must expire. */
export const LINK_TOKEN_EXPIRIES = ['90d', '180d', '1y'] as const;
export type TokenExpiry = (typeof TOKEN_EXPIRIES)[number];
