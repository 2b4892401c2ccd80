// How search compares text: without case in any script, and every character literal (Decision 14).

/** Case and compatibility forms folded away: "STRASSE" and "straße" become one, and so do final and other sigmas. */
export const foldText = (text: string): string =>
  text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');

/** What search looks through: title, role and description (spec 4.2 `q`). */
export const searchTextOf = (document: { title: string; target_role: string; description: string }): string =>
  foldText(`${document.title}\n${document.target_role}\n${document.description}`);

/** A LIKE pattern that finds folded text anywhere; `%`, `_` and `\\` in it are characters. */
export const likePattern = (folded: string): string => `%${folded.replace(/[\\%_]/g, '\\$&')}%`;

/** True when the trigram index can narrow a search for this folded text: it holds three letters or digits in a row. */
export const hasTrigram = (folded: string): boolean => /[\p{L}\p{N}]{3}/u.test(folded);
