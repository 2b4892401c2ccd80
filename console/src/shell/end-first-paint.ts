// Removes the first paint (scripts/first-pages.mjs), which covers the window, once the real page has a heading or
// another message.

const SAYS_SOMETHING = 'h1, [role="alert"], [role="dialog"], form';

export function endFirstPaint(root: HTMLElement): void {
  const paint = document.getElementById('first-paint');
  if (paint === null) return;
  const changes = new MutationObserver(() => {
    if (root.querySelector(SAYS_SOMETHING) === null) return;
    changes.disconnect();
    paint.remove();
  });
  changes.observe(root, { childList: true, subtree: true });
}
