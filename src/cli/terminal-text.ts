// Text of others (names, refusals, documents) as it may go to a terminal, which takes control characters for commands.

/** The text with a sign in the place of every control character but line feeds and tabs. */
export const terminalText = (text: string): string => text.replace(/(?![\n\t])\p{Cc}/gu, '\ufffd');
