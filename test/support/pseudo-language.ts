// The pseudo-language in problem documents: a text without accents is not in a catalog.
import { type Languages, languagesOf } from '../../src/http/answers/languages.ts';

interface Messages {
  readonly pseudo: (message: string, options: { readonly tags: boolean }) => string;
}
const { pseudo } = (await import(new URL('../../scripts/texts/message.mjs', import.meta.url).href)) as Messages;

export const PSEUDO = 'en-XA';

export const pseudoLanguage: Languages = languagesOf(
  new Map([[PSEUDO, (message) => pseudo(message, { tags: false })]]),
);
