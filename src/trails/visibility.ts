// Whom a live trail is shown to.

export const VISIBILITIES = ['all_teams', 'restricted'] as const;

/** Everybody of the catalog, or those granted access. */
export type Visibility = (typeof VISIBILITIES)[number];
