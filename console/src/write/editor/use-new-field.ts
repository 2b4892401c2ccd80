// Focuses a list item's field after a button has added it.
import { useEffect, useRef } from 'react';
import { focusField } from '../draft/focus-field.ts';

/** Call the returned function with the path of the new item. `length` is the current length of the list. */
export function useNewField(length: number): (path: string) => void {
  const added = useRef<string>(undefined);
  // The item is rendered once the list is longer.
  useEffect(() => {
    if (added.current !== undefined) focusField(added.current);
    added.current = undefined;
  }, [length]);
  return (path) => {
    added.current = path;
  };
}
