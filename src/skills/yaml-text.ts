// Texts in YAML's double-quoted style, on one line: the one style in which every text can be written.

/** `text` quoted: a JSON string is one of YAML too, but for what YAML counts as line breaks or cannot print. */
export const yamlText = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
