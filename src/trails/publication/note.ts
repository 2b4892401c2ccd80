// The note of a version, or the words that go with an approval: what there is to read of them.
import { isBlank } from '../../base/blank.ts';

/** The text as it is kept; null where it says nothing. */
export const noteOf = (text: string | null | undefined): string | null =>
  text === undefined || text === null || isBlank(text) ? null : text;
