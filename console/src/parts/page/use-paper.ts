// Whether the page is being printed. Nothing scrolls on paper, so everything has to be rendered.
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** True from before the print layout until printing ends. */
export function usePaper(): boolean {
  const [isOnPaper, setOnPaper] = useState(false);
  useEffect(() => {
    // `flushSync`, because the browser prints the DOM that exists when the event handler returns.
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
