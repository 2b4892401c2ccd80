// Addresses that open an AI tool with a prompt typed in already.

/** Where a trail names no tool: those that most people have. */
export const TOOLS_FOR_ANY: readonly string[] = ['claude', 'chatgpt'];

const ADDRESSES: Readonly<Record<string, string>> = {
  claude: 'https://claude.ai/new?q=',
  chatgpt: 'https://chatgpt.com/?q=',
  perplexity: 'https://www.perplexity.ai/search?q=',
};
/** What browsers and the tools' servers take in an address. */
const LONGEST = 6_000;

/** The address; undefined for a tool that takes no prompt this way, and for a prompt that is too long for it. */
export function addressWithPrompt(id: string, text: string): string | undefined {
  const start = Object.hasOwn(ADDRESSES, id) ? ADDRESSES[id] : undefined;
  if (start === undefined) return undefined;
  const address = start + encodeURIComponent(text.toWellFormed?.() ?? text);
  return address.length > LONGEST ? undefined : address;
}
