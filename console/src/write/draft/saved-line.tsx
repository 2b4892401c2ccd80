// "Saved 3 s ago": when the draft was last saved, or kept in this browser. Updates itself.
import { useEffect, useState } from 'react';
import { t } from '../../parts/texts/t.ts';

const TICK_MS = 5_000;

/** "3 s ago", "2 min ago". */
export function ago(at: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - at) / 1_000));
  if (seconds < 60) return t('{seconds} s ago', { seconds });
  return seconds < 3_600
    ? t('{minutes} min ago', { minutes: Math.floor(seconds / 60) })
    : t('{hours} h ago', { hours: Math.floor(seconds / 3_600) });
}

export function Ago({ at }: { readonly at: number }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [at]);
  return <span className="numbers">{ago(at, Math.max(now, at))}</span>;
}
