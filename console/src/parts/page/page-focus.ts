// Where the focus is on a page that somebody has come to: on its heading, or, after Back, on the link that they had
// followed from it, so that they are where they were.
import { useEffect, useRef } from 'react';

/** The first page of a window leaves the focus where the browser puts it: the skip link comes first. */
let isFirstPage = true;

/**
 * A link among those of a page that lead to the same address, counted from the end: what was opened lately comes to
 * stand before the others.
 */
interface Followed {
  readonly href: string;
  readonly fromEnd: number;
}

/** What was followed from each visit of a page in this window. */
const followed = new Map<string | undefined, Followed>();

const linksTo = (href: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('#content a')].filter((link) => link.getAttribute('href') === href);

/** Before a page is left: the link in it that has the focus. */
export function noteFollowed(visit: string | undefined): void {
  const link = document.activeElement?.closest<HTMLElement>('#content a');
  const href = link?.getAttribute('href');
  if (!link || !href) return;
  const links = linksTo(href);
  followed.set(visit, { href, fromEnd: links.indexOf(link) - links.length });
}

/** The router's name of this visit, which Back and Forward come to again. */
const visitNow = (): string | undefined => window.history.state?.__TSR_key;

function focusOn({ href, fromEnd }: Followed): boolean {
  const link = linksTo(href).at(fromEnd);
  link?.focus();
  return link !== undefined;
}

/**
 * Another page is another place: its heading takes the focus and so is read out, unless a field of it already has it.
 * After Back it is the link that was followed, and the heading only until the link is drawn.
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
