// Tracks whether this page holds unsaved work: typed text, an unsaved choice, a secret that is shown only once. If so,
// the end of a session leaves the page in place (shell/session-over.tsx).
import { useSyncExternalStore } from 'react';

const held = new Set<object>();
const typed = {};
const listeners = new Set<() => void>();

/** Marks the page as holding work until the returned function is called. */
export function holdWork(): () => void {
  const own = {};
  held.add(own);
  notify();
  return () => {
    held.delete(own);
    notify();
  };
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** True if the page must ask before the person leaves it, because of an unsaved change or an uncopied secret. */
const isGuarded = (): boolean => held.size > Number(held.has(typed));

export const useGuarded = (): boolean => useSyncExternalStore(listen, isGuarded);

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const holdsWork = (): boolean => held.size > 0;

/** Drops everything without asking, because the person has signed out. */
export function releaseWork(): void {
  held.clear();
  notify();
}

/** Forgets typed text. Called when a new page opens. */
export const forgetTyped = (): void => void held.delete(typed);

/** Elements in which typed text counts as work. Search fields are not among them: their text is in the URL. */
const WORK = 'form, textarea, [role="dialog"]';

document.addEventListener(
  'input',
  ({ target }) => {
    if (target instanceof Element && target.closest(WORK) !== null) held.add(typed);
  },
  true,
);
