// What a reader has filled in on one trail: kept while the tab lives, so that Back and a reload lose nothing, and in no
// other place.
import { useEffect, useState } from 'react';

export type Values = Readonly<Record<string, string>>;

/** The values of this person on this trail, and a way to set one. */
export function useFilledValues(
  personId: string,
  trailId: string,
): readonly [Values, (name: string, value: string) => void] {
  const key = `cairn.filled.${personId}.${trailId}`;
  const [values, setValues] = useState<Values>(() => keptValues(key));
  useEffect(() => {
    try {
      if (Object.values(values).some((value) => value !== '')) sessionStorage.setItem(key, JSON.stringify(values));
      else sessionStorage.removeItem(key);
    } catch {
      // Nothing can be kept here: the fields work all the same.
    }
  }, [key, values]);
  return [values, (name, value) => setValues((now) => ({ ...now, [name]: value }))];
}

function keptValues(key: string): Values {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
}
