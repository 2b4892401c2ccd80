// Keeps the author's changes in this browser: shortly after the last key, before the page closes, and before the author
// opens another page.
import { useEffect, useRef, useState } from 'react';
import { forgetDraft, keepDraft, type Place } from './kept-draft.ts';
import type { Work } from './work.ts';

const PAUSE_MS = 250;

/** The time of the last write (ms). Deletes the kept changes once the draft is clean. */
export function useKeeping(
  { personId, trailId }: Place,
  { revision, base, mine }: Work,
  isDirty: boolean,
): number | undefined {
  const [keptAt, setKeptAt] = useState<number>();
  const keep = (): void => {
    if (isDirty) keepDraft({ personId, trailId }, { revision, base, mine, at: new Date().toISOString() });
  };
  const latest = useRef(keep);
  latest.current = keep;
  useEffect(() => {
    const keepNow = (): void => latest.current();
    window.addEventListener('pagehide', keepNow);
    return () => {
      window.removeEventListener('pagehide', keepNow);
      keepNow();
    };
  }, []);
  useEffect(() => {
    if (!isDirty) {
      forgetDraft({ personId, trailId });
      return;
    }
    const timer = setTimeout(() => {
      latest.current();
      setKeptAt(Date.now());
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [personId, trailId, revision, base, mine, isDirty]);
  return keptAt;
}
