// Splits a text into words of a-z and 0-9, for names of skills, folders and packages.

/** Turns `Résumé of Ada` into `resume`, `of`, `ada`. Empty without Latin letters or digits. */
export const asciiWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .match(/[a-z0-9]+/g) ?? [];
