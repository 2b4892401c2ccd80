// The values that a reader filled in on a trail. Kept only in the tab's storage, so that Back and reload preserve them.
import { useEffect, useState } from 'react';
import { keepText, keptValue } from '../parts/browser-storage.ts';

export type Values = Readonly<Record<string, string>>;
export type SetValue = (name: string, value: string) => void;

/** This person's values on this trail, and a function that sets one. */
export function useFilledValues(personId: string, trailId: string): readonly [Values, SetValue] {
  const key = `cairn.filled.${personId}.${trailId}`;
  const [values, setValues] = useState<Values>(() => keptValues(key));
  useEffect(() => {
    const isEmpty = Object.values(values).every((value) => value === '');
    keepText('sessionStorage', key, isEmpty ? '' : JSON.stringify(values));
  }, [key, values]);
  return [values, (name, value) => setValues((now) => ({ ...now, [name]: value }))];
}

function keptValues(key: string): Values {
  const kept = keptValue('sessionStorage', key);
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => typeof value === 'string'));
}
