// Focus that would fall to the document's body is kept near where it was: after a row or a step was removed, after a
// button was disabled while it worked. Whoever uses a keyboard or a screen reader goes on from there.
import { useEffect } from 'react';

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), [tabindex="0"]';

interface Held {
  readonly element: HTMLElement;
  /** From the closest on, each with the place of the element among what can have focus in it. */
  readonly around: readonly (readonly [ancestor: HTMLElement, place: number])[];
  readonly dialog: Element | null;
  /** In a dialog: where the focus was before it opened. */
  readonly before?: Held | undefined;
  readonly path: string;
}

/** Watches the whole window; used once, by the shell. */
export function useFocusKeeper(): void {
  useEffect(() => {
    let held: Held | undefined;
    const remember = (event: FocusEvent): void => {
      if (event.target instanceof HTMLElement) held = heldBy(event.target, held);
    };
    const restore = (): void => {
      if (held === undefined || document.activeElement !== document.body) return;
      successorOf(held)?.focus({ preventScroll: false });
    };
    const observer = new MutationObserver(restore);
    document.addEventListener('focusin', remember);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled'],
    });
    // A click on the ground takes the focus away on purpose.
    const release = (event: PointerEvent): void => {
      if (event.target instanceof Element && event.target.closest(FOCUSABLE) === null) held = undefined;
    };
    document.addEventListener('pointerdown', release);
    return () => {
      observer.disconnect();
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
    const candidates = [...ancestor.querySelectorAll<HTMLElement>(FOCUSABLE)];
    const next = candidates[Math.min(Math.max(place, 0), candidates.length - 1)];
    if (next !== undefined) return next;
  }
  return document.querySelector<HTMLElement>('h1') ?? undefined;
}
