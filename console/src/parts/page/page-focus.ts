// Sets the focus on a new page: on its heading or, after Back, on the link that the person had followed.
import { useEffect, useRef } from 'react';

/** On the first page of a window the browser sets the focus, so the skip link comes first. */
let isFirstPage = true;

/**
 * A followed link: its URL, and its position among the links with that URL, counted from the end. Recently opened items
 * are inserted at the front of lists, so counting from the start would be wrong.
 */
interface Followed {
  readonly href: string;
  readonly fromEnd: number;
}

/** The link followed on each visit of a page in this window. */
const followed = new Map<string | undefined, Followed>();

const linksTo = (href: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('#content a')].filter((link) => link.getAttribute('href') === href);

/** Call before a page is left. Remembers the focused link. */
export function noteFollowed(visit: string | undefined): void {
  const link = document.activeElement?.closest<HTMLElement>('#content a');
  const href = link?.getAttribute('href');
  if (!link || !href) return;
  const links = linksTo(href);
  followed.set(visit, { href, fromEnd: links.indexOf(link) - links.length });
}

/** The router's key of this visit, which Back and Forward restore. */
const visitNow = (): string | undefined => window.history.state?.__TSR_key;

function focusOn({ href, fromEnd }: Followed): boolean {
  const link = linksTo(href).at(fromEnd);
  link?.focus();
  return link !== undefined;
}

/**
 * Focuses the heading of a new page so that screen readers read it, unless a field already has the focus. After Back
 * the focus moves on to the followed link once that is rendered.
 */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isFirst = isFirstPage;
    isFirstPage = false;
    const link = followed.get(visitNow());
    const hasFocus = link === undefined && Boolean(document.activeElement?.closest('#content'));
    if (isFirst || hasFocus || (link && focusOn(link))) return;
    heading.current?.focus({ preventScroll: true });
    if (link === undefined) return;
    const observer = new MutationObserver(() => {
      if (document.activeElement !== heading.current || focusOn(link)) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return heading;
}
