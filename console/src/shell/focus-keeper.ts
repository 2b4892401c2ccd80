// Focus that would fall to the document's body is kept near where it was: after a row or a step was removed, after a
// button was disabled while it worked. People who use a keyboard or a screen reader go on from there.
import { useEffect } from 'react';

// A hidden input, as choices have one beside what is seen, takes no focus.
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled, [type="hidden"]), textarea:not(:disabled), select:not(:disabled), [tabindex="0"]';

/** A button that has been disabled for so long is not about to come back; one that still works is. */
const SETTLED_MS = 1_000;
const SETTLED = ':disabled:not([data-loading])';

interface Held {
  readonly element: HTMLElement;
  /** From the closest on, each with the place of the element among what can have focus in it. */
  readonly around: readonly (readonly [ancestor: HTMLElement, place: number])[];
  readonly dialog: Element | null;
  /** In a dialog: where the focus was before it opened. */
  readonly before?: Held | undefined;
  readonly path: string;
}

/** Watches the whole window; used once, by the root of all pages. */
export function useFocusKeeper(): void {
  useEffect(() => {
    let held: Held | undefined;
    const remember = (event: FocusEvent): void => {
      if (event.target instanceof HTMLElement) held = heldBy(event.target, held);
    };
    let settling: number | undefined;
    const restore = (): void => {
      window.clearTimeout(settling);
      if (held === undefined) return;
      if (held.element.matches(SETTLED)) settling = window.setTimeout(settle, SETTLED_MS);
      if (document.activeElement === document.body) successorOf(held)?.focus({ preventScroll: false });
    };
    // What was saved leaves its button disabled: the focus goes to what stands before it.
    const settle = (): void => {
      if (held?.element.matches(SETTLED) && document.activeElement === document.body) neighbourOf(held)?.focus();
    };
    const observer = new MutationObserver(restore);
    document.addEventListener('focusin', remember);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled', 'data-loading'],
    });
    // A click on the ground takes the focus away on purpose.
    const release = (event: PointerEvent): void => {
      if (event.target instanceof Element && event.target.closest(FOCUSABLE) === null) held = undefined;
    };
    document.addEventListener('pointerdown', release);
    return () => {
      observer.disconnect();
      window.clearTimeout(settling);
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', release);
    };
  }, []);
}

function heldBy(element: HTMLElement, last: Held | undefined): Held {
  const around: [HTMLElement, number][] = [];
  for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement) {
    if (around.length < 12) around.push([at, [...at.querySelectorAll(FOCUSABLE)].indexOf(element)]);
  }
  const dialog = element.closest('[role="dialog"]');
  const before = dialog === null ? undefined : dialog === last?.dialog ? last.before : last;
  return { element, around, dialog, before, path: window.location.pathname };
}

/** What stands before the element, or else after it, in the closest of what it stands in. */
function neighbourOf({ around }: Held): HTMLElement | undefined {
  for (const [ancestor, place] of around) {
    const candidates = ancestor.isConnected ? [...ancestor.querySelectorAll<HTMLElement>(FOCUSABLE)] : [];
    const next = candidates[place - 1] ?? candidates[place];
    if (next !== undefined) return next;
  }
  return undefined;
}

/**
 * The element itself once it can have focus again; after a dialog what opened it; else what stands in its place, or the
 * heading of what it stood in. Another page is another place: its heading.
 */
function successorOf({ element, around, dialog, before, path }: Held): HTMLElement | undefined {
  if (element.isConnected) return element.matches(':disabled') ? undefined : element;
  if (path !== window.location.pathname) return document.querySelector<HTMLElement>('h1') ?? undefined;
  if (before !== undefined && dialog?.isConnected === false) return successorOf(before);
  for (const [ancestor, place] of around) {
    if (!ancestor.isConnected) continue;
    // What else stands in the window has nothing to do with it.
    if (ancestor.id === 'content') break;
    const candidates = [...ancestor.querySelectorAll<HTMLElement>(FOCUSABLE)];
    const next = candidates[Math.min(Math.max(place, 0), candidates.length - 1)];
    if (next !== undefined) return next;
  }
  return document.querySelector<HTMLElement>('h1') ?? undefined;
}
