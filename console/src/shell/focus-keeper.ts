// Focus that would fall to the document's body is kept near where it was: after a row or a step was removed, after a
// button was disabled while it worked. Whoever uses a keyboard or a screen reader goes on from there.
import { useEffect } from 'react';

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), [tabindex="0"]';

interface Held {
  readonly element: HTMLElement;
  /** From the closest on, each with the place of the element among what can have focus in it. */
  readonly around: readonly (readonly [ancestor: HTMLElement, place: number])[];
}

/** Watches the whole window; used once, by the shell. */
export function useFocusKeeper(): void {
  useEffect(() => {
    let held: Held | undefined;
    const remember = (event: FocusEvent): void => {
      if (event.target instanceof HTMLElement) held = heldBy(event.target);
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

function heldBy(element: HTMLElement): Held {
  const around: [HTMLElement, number][] = [];
  for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement) {
    if (around.length < 12) around.push([at, [...at.querySelectorAll(FOCUSABLE)].indexOf(element)]);
  }
  return { element, around };
}

/** The element itself once it can have focus again; else what stands in its place, or the heading of what it stood in. */
function successorOf({ element, around }: Held): HTMLElement | undefined {
  if (element.isConnected) return element.matches(':disabled') ? undefined : element;
  for (const [ancestor, place] of around) {
    if (!ancestor.isConnected) continue;
    const candidates = [...ancestor.querySelectorAll<HTMLElement>(FOCUSABLE)];
    const next = candidates[Math.min(Math.max(place, 0), candidates.length - 1)];
    if (next !== undefined) return next;
  }
  return document.querySelector<HTMLElement>('h1') ?? undefined;
}
