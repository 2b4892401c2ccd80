// Normalizes the note of a version or an approval.
import { isBlank } from '../../base/text.ts';

/** The text to store; null if it is blank. */
export const noteOf = (text: string | null | undefined): string | null =>
  text === undefined || text === null || isBlank(text) ? null : text;
