// How long a token of a connection may be good.

/** What can be chosen when a token is made (contract 8). */
export const TOKEN_EXPIRIES = ['90d', '180d', '1y', 'none'] as const;
/** What a set-up link can choose: a token that people without an account make always ends. */
export const LINK_TOKEN_EXPIRIES = ['90d', '180d', '1y'] as const;
export type TokenExpiry = (typeof TOKEN_EXPIRIES)[number];
