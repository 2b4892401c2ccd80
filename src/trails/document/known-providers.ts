// The AI tools that every installation knows (Decision 17). This file contains only data, because the console loads it,
// too.

export const KNOWN_PROVIDERS = [
  { id: 'chatgpt', name: 'ChatGPT', vendor: 'OpenAI', url: 'https://chatgpt.com/' },
  { id: 'claude', name: 'Claude', vendor: 'Anthropic', url: 'https://claude.ai/' },
  { id: 'gemini', name: 'Gemini', vendor: 'Google', url: 'https://gemini.google.com/' },
  { id: 'copilot', name: 'Microsoft Copilot', vendor: 'Microsoft', url: 'https://copilot.microsoft.com/' },
  { id: 'perplexity', name: 'Perplexity', vendor: 'Perplexity AI', url: 'https://www.perplexity.ai/' },
  { id: 'mistral', name: 'Le Chat', vendor: 'Mistral AI', url: 'https://chat.mistral.ai/' },
  { id: 'grok', name: 'Grok', vendor: 'xAI', url: 'https://grok.com/' },
  { id: 'deepseek', name: 'DeepSeek', vendor: 'DeepSeek', url: 'https://chat.deepseek.com/' },
  { id: 'notebooklm', name: 'NotebookLM', vendor: 'Google', url: 'https://notebooklm.google.com/' },
  { id: 'cursor', name: 'Cursor', vendor: 'Anysphere', url: 'https://cursor.com/' },
] as const;
