// Texts in YAML's double-quoted style, on one line: the one style in which every text can be written.

/**
 * `text` quoted: a JSON string is one of YAML too, but for what YAML counts as line breaks or cannot print. Three
 * hyphens in a row are escaped as well, since simple readers of SKILL.md end the block at the top at the first ones.
 */
export const yamlText = (text: string): string =>
  JSON.stringify(text)
    .replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, escaped)
    .replace(/-(?=--)/g, escaped);

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
