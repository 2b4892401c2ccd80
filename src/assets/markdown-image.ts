// Writes the Markdown of an image so that no alternative text can end it early or add anything to it.

/**
 * `![alt](url)`: whatever `alt` says, a Markdown reader finds exactly one image with that text and that address
 * (contract 2.7, ContentAssetResource.markdown). White space is one space each, and characters that cannot be seen are
 * dropped.
 */
export const markdownImage = (alt: string, url: string): string => `![${escapeText(plainAlt(alt))}](${escapeUrl(url)})`;

/**
 * The alternative text as a reader will hear it: one line, without control, direction and other invisible characters.
 */
export const plainAlt = (alt: string): string =>
  alt.replace(/\s+/gu, ' ').replace(INVISIBLE, '').replace(/ {2,}/g, ' ').trim();

// Cc: controls. Cf: direction marks and overrides, zero-width spaces, tags; not the two joiners, which many scripts and
// emoji are spelled with. Cs: halves of a surrogate pair.
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu;

// Brackets and ampersands become character references: some readers undo a backslash before them too early, and then
// find a link or a reference within the text.
const escapeText = (text: string): string =>
  text
    .replace(/[\\`*_~<>|]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('[', '&#91;')
    .replaceAll(']', '&#93;');

const escapeUrl = (url: string): string => url.replace(/[\s\\<>()[\]"'`]/gu, (c) => `%${hex(c)}`);

const hex = (character: string): string => character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
