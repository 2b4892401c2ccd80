// The short words in the corner. What draws them is loaded as soon as the page has nothing else to do, or with the first
// touch: a word that the network is gone cannot wait for the network.
import { useNotifications } from '@mantine/notifications';
import { Suspense, useEffect, useState } from 'react';
import { late } from '../parts/late.tsx';

const ShownToasts = late(() => import('./shown-toasts.tsx').then((file) => file.ShownToasts));

const TOUCHES = ['pointerdown', 'keydown'] as const;

export function Toasts() {
  const [isTouched, setTouched] = useState(false);
  const isSaid = useNotifications().notifications.length > 0;
  const isWanted = isTouched || isSaid;
  useEffect(() => {
    if (isWanted) return;
    const touch = (): void => setTouched(true);
    for (const name of TOUCHES) window.addEventListener(name, touch, { once: true, capture: true });
    const forget = whenIdle(touch);
    return () => {
      forget();
      for (const name of TOUCHES) window.removeEventListener(name, touch, { capture: true });
    };
  }, [isWanted]);
  return isWanted ? (
    <Suspense>
      <ShownToasts />
    </Suspense>
  ) : null;
}

/** Answers how to call it off. Not every browser tells when it is idle. */
function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 1_000);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(work);
  return () => cancelIdleCallback(asked);
}
