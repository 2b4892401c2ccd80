// Who may see a trail.
export const VISIBILITIES = ['all_teams', 'restricted'] as const;

/** Everyone in the catalog, or only those granted access. */
export type Visibility = (typeof VISIBILITIES)[number];

export const REACHES = ['available', 'featured'] as const;

/** How a trail appears to a group: it can be found when it fits, or it is shown first. */
export type Reach = (typeof REACHES)[number];
