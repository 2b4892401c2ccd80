// The words of a text where only a-z and 0-9 may stand: in names of skills, of folders and of packages.

/** `Résumé of Ada` as `resume`, `of`, `ada`; none where nothing is in Latin letters or digits. */
export const asciiWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .match(/[a-z0-9]+/g) ?? [];
