// Toasts. Their code loads when the page is idle or on first input, because "the network is gone" cannot wait for the
// network. If it fails to load, the latest message appears as plain text and the next one tries again.
import { useNotifications } from '@mantine/notifications';
import { type ComponentType, useEffect, useState } from 'react';
import { patiently } from '../api/patiently.ts';

const TOUCHES = ['pointerdown', 'keydown'] as const;

export function Toasts() {
  const last = useNotifications().notifications.at(-1);
  const isNeeded = useTouch() || last !== undefined;
  const [Corner, draw] = useState<ComponentType>();
  const [isMissing, setMissing] = useState(false);
  const isDrawn = Corner !== undefined;
  useEffect(() => {
    if (!isNeeded || isDrawn) return;
    const miss = (): void => setMissing(true);
    patiently(() => import('./shown-toasts.tsx'), miss).then((file) => draw(() => file.ToastCorner), miss);
  }, [isNeeded, isDrawn, last?.id]);
  if (Corner !== undefined) return <Corner />;
  return isMissing && last !== undefined ? (
    <div className="card plain-word" role={last.role ?? 'status'}>
      {last.title} {last.message}
    </div>
  ) : null;
}

/** True from the first input on, or once the browser is idle. */
function useTouch(): boolean {
  const [isTouched, setTouched] = useState(false);
  useEffect(() => {
    if (isTouched) return;
    const touch = (): void => setTouched(true);
    for (const name of TOUCHES) window.addEventListener(name, touch, { once: true, capture: true });
    const forget = whenIdle(touch);
    return () => {
      forget();
      for (const name of TOUCHES) window.removeEventListener(name, touch, { capture: true });
    };
  }, [isTouched]);
  return isTouched;
}

/** Returns a function that cancels it. Some browsers lack `requestIdleCallback`. */
function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 1_000);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(work);
  return () => cancelIdleCallback(asked);
}
