// Runs before the console's own files have come: begins what the page will ask for (its head names it), so that the
// answers are on their way while the scripts are, and sets what the first paint cannot know of this browser. It imports
// nothing, so that it is one small file.
import type { Sent } from './api/bounded.ts';

const FRESH_MS = 30_000;
const { dataset } = document.documentElement;
const reads = document.querySelector<HTMLMetaElement>('meta[name="first-reads"]')?.content ?? '';

/** What `CONSOLE_HEADERS` (api/client.ts) says. */
const headers = { 'X-Cairn-Console': '1' };

const asked = (read: string): [string, Sent] => {
  const stop = new AbortController();
  const answer = fetch(read, { headers, signal: stop.signal });
  // Read to its end whether anybody takes it or not: until then it holds one of the few connections. Who takes it is
  // told of a failure.
  answer.then((response) => response.clone().blob()).catch(() => undefined);
  return [read, { answer, stop }];
};

const answers = new Map(reads === '' ? [] : reads.split(' ').map(asked));
globalThis.firstAnswers = answers;
// What nobody has taken by then is asked for again.
setTimeout(() => {
  for (const { stop } of answers.values()) stop.abort();
  answers.clear();
}, FRESH_MS);

try {
  // As the component kit and the frame (shell/shell.tsx) remember them.
  dataset.firstScheme = localStorage.getItem('mantine-color-scheme-value') ?? 'auto';
  dataset.firstSidebar = localStorage.getItem('cairn.sidebar') ?? 'none';
} catch {
  // A browser that keeps nothing.
}
