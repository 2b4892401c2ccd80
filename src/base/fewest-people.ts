// From how many people up a figure about what they do or think is shown (Decision 70): below that it tells of each.

export const FEWEST_PEOPLE = 5;
