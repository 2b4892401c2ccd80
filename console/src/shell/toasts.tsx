// The short words in the corner. What draws them is loaded with the first touch of the page or the first word, whatever
// comes first: nothing is said before somebody did something.
import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useEffect, useState } from 'react';
import { patiently } from '../api/patiently.ts';

const ShownToasts = lazy(() =>
  patiently(() => import('./shown-toasts.tsx')).then((file) => ({ default: file.ShownToasts })),
);

const TOUCHES = ['pointerdown', 'keydown'] as const;

export function Toasts() {
  const [isTouched, setTouched] = useState(false);
  const isSaid = useNotifications().notifications.length > 0;
  const isWanted = isTouched || isSaid;
  useEffect(() => {
    if (isWanted) return;
    const touch = (): void => setTouched(true);
    for (const name of TOUCHES) window.addEventListener(name, touch, { once: true, capture: true });
    return () => {
      for (const name of TOUCHES) window.removeEventListener(name, touch, { capture: true });
    };
  }, [isWanted]);
  return isWanted ? (
    <Suspense>
      <ShownToasts />
    </Suspense>
  ) : null;
}
