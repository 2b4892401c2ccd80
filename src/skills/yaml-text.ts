// Texts in YAML's double-quoted style on one line, the only style that can represent every text.

/**
 * Quotes `text`. A JSON string is valid YAML, except for YAML's own line breaks and unprintable characters. Also
 * escapes three hyphens in a row, because simple readers of SKILL.md end the top block there.
 */
export const yamlText = (text: string): string =>
  JSON.stringify(text)
    .replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, escaped)
    .replace(/-(?=--)/g, escaped);

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
