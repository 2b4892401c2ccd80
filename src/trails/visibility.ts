// Who may see a trail.
export const VISIBILITIES = ['all_teams', 'restricted'] as const;

/** Everyone in the catalog, or only those granted access. */
export type Visibility = (typeof VISIBILITIES)[number];
