// What is added by a button is written next: the cursor goes into it.
import { useEffect, useRef } from 'react';
import { focusField } from '../draft/findings.tsx';

/** Call what is returned with the path of the part that is being added to a list of that length. */
export function useNewField(length: number): (path: string) => void {
  const added = useRef<string>(undefined);
  // The part is on the page once the list is longer.
  useEffect(() => {
    if (added.current !== undefined) focusField(added.current);
    added.current = undefined;
  }, [length]);
  return (path) => {
    added.current = path;
  };
}
