// URLs that open an AI tool with a prompt.

/** For trails that name no tool: the most common ones. */
export const TOOLS_FOR_ANY: readonly string[] = ['claude', 'chatgpt', 'gemini', 'copilot', 'perplexity', 'mistral'];

const ADDRESSES: Readonly<Record<string, string>> = {
  claude: 'https://claude.ai/new?q=',
  chatgpt: 'https://chatgpt.com/?q=',
  perplexity: 'https://www.perplexity.ai/search?q=',
};
/** In characters: the longest URL that browsers and the tools' servers accept. */
const MAX_LENGTH = 6_000;

/** The URL. Undefined if the tool accepts no prompt in its URL, or if the prompt is too long. */
export function addressWithPrompt(id: string, text: string): string | undefined {
  const start = Object.hasOwn(ADDRESSES, id) ? ADDRESSES[id] : undefined;
  if (start === undefined) return undefined;
  const address = start + encodeURIComponent(text.toWellFormed?.() ?? text);
  return address.length > MAX_LENGTH ? undefined : address;
}
