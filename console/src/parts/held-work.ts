// Whether this page holds something that nobody could bring back: what is typed into a form, a choice that is not saved,
// a secret that is shown this once. The end of a session then leaves the page as it is (shell/session-over.tsx).
let guards = 0;
let isTyped = false;
let isLetGo = false;

/** Holds until the function that comes back is called. */
export function hold(): () => void {
  guards += 1;
  return () => {
    guards -= 1;
  };
}

export const holdsWork = (): boolean => !isLetGo && (guards > 0 || isTyped);

/** The page is no longer theirs who typed: nothing asks whether to leave it. */
export const letGo = (): void => {
  isLetGo = true;
};

/** Another page: what was typed on the last one has gone with it. */
export const startAnew = (): void => {
  isLetGo = false;
  isTyped = false;
};

/** A search stands in the address, and is no work. */
const WORK = 'form, textarea, [role="dialog"]';

document.addEventListener(
  'input',
  ({ target }) => {
    if (target instanceof Element && target.closest(WORK) !== null) isTyped = true;
  },
  true,
);
