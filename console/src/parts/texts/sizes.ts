// Sizes of files as people read them.
import { english } from './digits.ts';

const STEPS = [
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
] as const;

/** "48.2 MB", in the thousands that disks and mail are counted in. */
export function sizeOf(bytes: number): string {
  const [length, unit] = STEPS.find(([least]) => bytes >= least) ?? [1, 'bytes'];
  const digits = bytes / length < 100 && length > 1 ? 1 : 0;
  return `${(bytes / length).toLocaleString(english(), { maximumFractionDigits: digits })} ${unit}`;
}
