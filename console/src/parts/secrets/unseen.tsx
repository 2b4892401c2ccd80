// Marks a list entry whose secret was created but never shown. The dialog that created it leads here.
import { useEffect, useRef } from 'react';
import { Status } from '../page/status.tsx';
import { t } from '../texts/t.ts';

/** Scrolls into view when the list renders. */
export function Unseen() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <span ref={mark} role="status">
      <Status tone="attention">{t('Secret never shown')}</Status>
    </span>
  );
}
