// Labels within sentences.
import { language } from './language.ts';

/**
 * The label for use in a sentence. In English, "Base URL" becomes "base URL", and abbreviations such as SCIM stay.
 * Other languages keep their capitals, which German needs.
 */
export const inSentence = (label: string): string =>
  language() !== 'en' || /^\p{Lu}{2}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
