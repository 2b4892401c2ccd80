// Runs before the console's own scripts have loaded. Sends the requests that the page will need, which its head lists,
// and sets attributes for the first paint from this browser's storage. Imports nothing, to stay one small file.
import type { Sent } from './api/bounded.ts';

const FRESH_MS = 30_000;
const { dataset, lang } = document.documentElement;
const reads = document.querySelector<HTMLMetaElement>('meta[name="first-reads"]')?.content ?? '';

/** The same as `CONSOLE_HEADERS` (api/client.ts). */
const headers = { 'X-Cairn-Console': '1', 'Accept-Language': lang };

const asked = (read: string): [string, Sent] => {
  const stop = new AbortController();
  const answer = fetch(read, { headers, signal: stop.signal });
  // Read the body to its end in any case, because it holds one of the few connections until then. Code that takes the
  // response handles failures.
  answer.then((response) => response.clone().blob()).catch(() => undefined);
  return [read, { answer, stop }];
};

const answers = new Map(reads === '' ? [] : reads.split(' ').map(asked));
globalThis.firstAnswers = answers;
// Responses not used by then are requested again.
setTimeout(() => {
  for (const { stop } of answers.values()) stop.abort();
  answers.clear();
}, FRESH_MS);

try {
  // The keys that Mantine and shell/shell.tsx use.
  dataset.firstScheme = localStorage.getItem('mantine-color-scheme-value') ?? 'auto';
  dataset.firstSidebar = localStorage.getItem('cairn.sidebar') ?? 'none';
} catch {
  // Storage is not available.
}
