// Who may see a trail.
export const VISIBILITIES = ['all_teams', 'restricted'] as const;

/** Everyone in the catalog, or only those granted access. */
export type Visibility = (typeof VISIBILITIES)[number];

export const REACHES = ['available', 'featured'] as const;

/** How a group gets a trail: it is found when it fits, or shown first. */
export type Reach = (typeof REACHES)[number];
