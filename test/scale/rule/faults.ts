// Faults in a statement of the stores, apart from the listed exceptions.
import { EMBEDDED_ONLY, MAY_CROSS, MAY_CROSS_TOO } from '../crossing.ts';
import { formFaults, looseTables } from './statement-rule.ts';

const mayCross = (text: string): boolean => {
  const squeezed = text.replaceAll(/\s+/g, ' ').trim();
  return [...Object.keys(MAY_CROSS), ...MAY_CROSS_TOO, ...EMBEDDED_ONLY].some((piece) => squeezed.includes(piece));
};

export const faultsOf = (text: string): readonly string[] => [
  ...formFaults(text),
  ...(mayCross(text) ? [] : looseTables(text).map((table) => `no tenant for ${table}`)),
];
