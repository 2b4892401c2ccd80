import { locale } from './language.ts';

const STEPS = [
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
] as const;

/** "48.2 MB", in powers of 1,000 like disks and mail. */
export function sizeOf(bytes: number): string {
  const [length, unit] = STEPS.find(([least]) => bytes >= least) ?? [1, 'bytes'];
  const digits = bytes / length < 100 && length > 1 ? 1 : 0;
  return `${(bytes / length).toLocaleString(locale(), { maximumFractionDigits: digits })} ${unit}`;
}
