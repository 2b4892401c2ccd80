// Names of people in a sentence. One that is written from right to left is isolated (Unicode, annex 9): beside each
// other, two would change places. Other names need no mark, and are copied without any.
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export const listed = (names: readonly string[]): string =>
  names.map((name) => (FROM_RIGHT.test(name) ? `\u2068${name}\u2069` : name)).join(', ');
