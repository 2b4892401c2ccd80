// Prevents the focus from falling back to the body, for example when a row is removed or a button is disabled while it
// works. It moves to a neighbor instead, so that keyboard and screen reader users can continue there.
import { useEffect } from 'react';

// Excludes hidden inputs, which Mantine's selects render next to the visible one.
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled, [type="hidden"]), textarea:not(:disabled), select:not(:disabled), [tabindex="0"]';

/** In ms. A button that stays disabled this long, without a pending change, will not come back. */
const SETTLED_MS = 1_000;
const SETTLED = ':disabled:not([data-loading])';

interface Held {
  readonly element: HTMLElement;
  /** All ancestors from the closest one, each with the element's index among its focusable descendants. */
  readonly around: readonly (readonly [ancestor: HTMLElement, place: number])[];
  readonly dialog: Element | null;
  /** In a dialog: the focus before it opened. */
  readonly before?: Held | undefined;
  readonly path: string;
}

/** Watches the whole window. Use it once, in the root component. */
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
    // A save button is disabled after saving. Focus the element before it.
    const settle = (): void => {
      if (held?.element.matches(SETTLED) && document.activeElement === document.body) neighborOf(held)?.focus();
    };
    const observer = new MutationObserver(restore);
    document.addEventListener('focusin', remember);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled', 'data-loading'],
    });
    // A click on the background removes the focus on purpose.
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

/** The focusable element before or else after this one, in the closest ancestor that has any. */
function neighborOf({ around }: Held): HTMLElement | undefined {
  for (const [ancestor, place] of around) {
    const candidates = ancestor.isConnected ? [...ancestor.querySelectorAll<HTMLElement>(FOCUSABLE)] : [];
    const next = candidates[place - 1] ?? candidates[place];
    if (next !== undefined) return next;
  }
  return undefined;
}

/**
 * The element itself once it is enabled again. After a dialog: the element that opened it. Otherwise the element now in
 * its place, or the page's heading. On a new page: its heading.
 */
function successorOf({ element, around, dialog, before, path }: Held): HTMLElement | undefined {
  if (element.isConnected) return element.matches(':disabled') ? undefined : element;
  if (path !== window.location.pathname) return document.querySelector<HTMLElement>('h1') ?? undefined;
  if (before !== undefined && dialog?.isConnected === false) return successorOf(before);
  for (const [ancestor, place] of around) {
    if (!ancestor.isConnected) continue;
    // Don't search the whole page: elements that far away are unrelated to this one.
    if (ancestor.id === 'content') break;
    const candidates = [...ancestor.querySelectorAll<HTMLElement>(FOCUSABLE)];
    const next = candidates[Math.min(Math.max(place, 0), candidates.length - 1)];
    if (next !== undefined) return next;
  }
  return document.querySelector<HTMLElement>('h1') ?? undefined;
}
