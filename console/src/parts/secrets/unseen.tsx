// What was made and whose secret nobody has, where it is listed: the dialog that made it leads here.
import { useEffect, useRef } from 'react';
import { Status } from '../page/status.tsx';

/** Comes into sight with the list that has it. */
export function Unseen() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <span ref={mark} role="status">
      <Status tone="attention">Nobody has it</Status>
    </span>
  );
}
