// Writes the Markdown of an image, escaped so that its alternative text cannot break out of it.

/**
 * Returns `![alt](url)`. Whatever `alt` contains, a Markdown parser finds exactly one image with that text and URL
 * (contract 2.7, ContentAssetResource.markdown). Collapses white space and removes invisible characters.
 */
export const markdownImage = (alt: string, url: string): string => `![${escapeText(plainAlt(alt))}](${escapeUrl(url)})`;

/**
 * Normalizes the alternative text to one line without control characters, direction marks and other invisible
 * characters.
 */
export const plainAlt = (alt: string): string =>
  alt.replace(/\s+/gu, ' ').replace(INVISIBLE, '').replace(/ {2,}/g, ' ').trim();

// Cc: controls. Cf: direction marks and overrides, zero-width spaces, tags; except the two joiners, which many scripts
// and emoji need. Cs: lone surrogates.
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu;

// Escapes brackets and ampersands as character references, because some parsers process backslash escapes too early and
// find links or references in the text.
const escapeText = (text: string): string =>
  text
    .replace(/[\\`*_~<>|]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('[', '&#91;')
    .replaceAll(']', '&#93;');

const escapeUrl = (url: string): string => url.replace(/[\s\\<>()[\]"'`]/gu, (c) => `%${hex(c)}`);

const hex = (character: string): string => character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
