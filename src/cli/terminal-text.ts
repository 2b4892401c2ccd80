// Makes untrusted text (names, refusals, documents) safe to print: terminals execute control characters, and
// bidirectional marks (overrides, embeddings, isolates) can reorder a line.

/** Replaces all such characters except line feeds and tabs. */
export const terminalText = (text: string): string =>
  text.replace(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
