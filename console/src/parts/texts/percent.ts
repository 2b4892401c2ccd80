import { t } from './t.ts';

/** "64 %". Never claims "0 %" or "100 %", because it is a likelihood. */
export function percentOf(value: number): string {
  const percent = Math.round(value * 100);
  return percent > 99 ? t('over 99 %') : percent < 1 ? t('under 1 %') : `${percent} %`;
}
