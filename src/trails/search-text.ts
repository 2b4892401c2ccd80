// How search compares text: without case in any script, and every character literal (Decision 14).

/** Case and compatibility forms folded away: "STRASSE" and "straße" become one, and so do final and other sigmas. */
export const foldText = (text: string): string =>
  text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');

/** What search looks through: title, role and description (spec 4.2 `q`). */
export const searchTextOf = (document: { title: string; target_role: string; description: string }): string =>
  foldText(`${document.title}\n${document.target_role}\n${document.description}`);

/** A LIKE pattern that finds `q` anywhere; `%`, `_` and `\` in it are characters. */
export const likePattern = (q: string): string => `%${foldText(q).replace(/[\\%_]/g, '\\$&')}%`;
