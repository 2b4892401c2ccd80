// Whether the page is being printed: on paper nothing scrolls, so that all there is has to be drawn.
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** True from before the page is laid out for paper until it was printed. */
export function usePaper(): boolean {
  const [isOnPaper, setOnPaper] = useState(false);
  useEffect(() => {
    // The browser prints what stands there when the event was heard.
    const begin = (): void => flushSync(() => setOnPaper(true));
    const end = (): void => setOnPaper(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isOnPaper;
}
