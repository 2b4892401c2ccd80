// How search compares text: without case in any script, and every character literal (Decision 14).

/**
 * Case and compatibility forms folded away: "STRASSE", "STRAẞE" and "straße" become one, and so do final and other
 * sigmas, and the dotted and the plain capital I. Lower case comes first, since a capital sharp s is no other letter's
 * capital.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('i\u0307', 'i')
    .normalize('NFKC');

/** What search looks through: title, role and description (contract 4.2 `q`). */
export const searchTextOf = (document: { title: string; target_role: string; description: string }): string =>
  foldText(`${document.title}\n${document.target_role}\n${document.description}`);

/** A LIKE pattern that finds folded text anywhere; `%`, `_` and `\\` in it are characters. */
export const likePattern = (folded: string): string => `%${folded.replace(/[\\%_]/g, '\\$&')}%`;

/** True when the trigram index can narrow a search for this folded text: it holds three letters or digits in a row. */
export const hasTrigram = (folded: string): boolean => /[\p{L}\p{N}]{3}/u.test(folded);
