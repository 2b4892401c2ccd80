// The normal form for comparing texts that are not case-exact (RFC 7643 2.2, caseExact). Filters and the service's
// uniqueness checks share it, so both agree on what is equal.

/**
 * Full Unicode case folding, in NFC: `Straße` equals `STRASSE`, and `ẞ` equals `ß`. Every kind of blank becomes a plain
 * one, because people cannot tell a no-break space from a space.
 */
export const caseFold = (text: string): string => folded(text.replace(/\s/g, ' '));

const folded = (text: string): string =>
  // Only converting to lower, upper and lower case again makes ẞ, ß and ss equal, and ſ and s. It also turns a final
  // sigma into a regular one.
  ASCII_ONLY.test(text)
    ? text.toLowerCase()
    : text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');

const ASCII_ONLY = /^[\t-\r\x20-\x7e]*$/;

/** Case-folded and trimmed. NFC, not NFKC: `Team ²` is not `Team 2`. */
export const normalForm = (text: string): string => caseFold(text.trim());
