// Whether this page holds something that nobody could bring back: what is typed into a form, a choice that is not
// saved, a secret that is shown this once. The end of a session then leaves the page as it is (shell/session-over.tsx).
import { useSyncExternalStore } from 'react';

const held = new Set<object>();
const typed = {};
const listeners = new Set<() => void>();

/** Holds until the function that comes back is called. */
export function hold(): () => void {
  const own = {};
  held.add(own);
  tell();
  return () => {
    held.delete(own);
    tell();
  };
}

function tell(): void {
  for (const listener of listeners) listener();
}

/**
 * Whether something on the page asks before it is left: a change that is not saved, a secret that nobody has copied.
 */
const isGuarded = (): boolean => held.size > Number(held.has(typed));

export const useGuarded = (): boolean => useSyncExternalStore(listen, isGuarded);

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const holdsWork = (): boolean => held.size > 0;

/** The page is no longer theirs who typed: nothing asks whether to leave it. */
export function letGo(): void {
  held.clear();
  tell();
}

/** Another page: what was typed on the last one has gone with it. */
export const startAnew = (): void => void held.delete(typed);

/** A search stands in the address, and is no work. */
const WORK = 'form, textarea, [role="dialog"]';

document.addEventListener(
  'input',
  ({ target }) => {
    if (target instanceof Element && target.closest(WORK) !== null) held.add(typed);
  },
  true,
);
