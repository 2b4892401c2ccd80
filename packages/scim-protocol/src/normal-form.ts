// The one form in which texts that are not case-exact compare (RFC 7643 2.2, caseExact): for filters, and for the
// service that keeps names unique, so that what is equal for one is equal for the other.

/** Unicode case folding, in full: `Straße` and `STRASSE` are one, `ẞ` and `ß` too. In NFC. */
export const caseFold = (text: string): string =>
  // Lower, upper, lower: only so do ẞ, ß and ss, or ſ and s, meet. A final sigma is a sigma.
  ASCII_ONLY.test(text)
    ? text.toLowerCase()
    : text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');

const ASCII_ONLY = /^[\t-\r\x20-\x7e]*$/;

/** Folded, and without outer blanks. NFC, not NFKC: `Team ²` is not `Team 2`. */
export const normalForm = (text: string): string => caseFold(text.trim());
