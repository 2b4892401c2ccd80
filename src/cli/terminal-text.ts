// Text of others (names, refusals, documents) as it may go to a terminal, which takes control characters for commands.
// Signs that turn the order of letters (bidirectional overrides, embeddings, isolates) make a line read as it is not.

/** The text with a sign in the place of every such character; line feeds and tabs stay. */
export const terminalText = (text: string): string =>
  text.replace(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
