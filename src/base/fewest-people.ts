// The minimum number of people behind a published figure (Decision 70). Fewer would reveal individuals.

export const FEWEST_PEOPLE = 5;
