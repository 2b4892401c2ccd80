// The languages of the product. A language without catalogs (texts/README.md) can be chosen, but shows English.
export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const;

export type LanguageName = (typeof LANGUAGES)[number];
