// Names of the plans and what they include (Decision 30).

import { t } from './texts/t.ts';
export const PLANS = { free: t('Free'), business: t('Business'), enterprise: t('Enterprise') } as const;

export const PLAN_OPTIONS = [
  { value: 'free', label: t('{free}: no API, no directory sync', { free: PLANS.free }) },
  { value: 'business', label: t('{business}: API', { business: PLANS.business }) },
  { value: 'enterprise', label: t('{enterprise}: API and directory sync', { enterprise: PLANS.enterprise }) },
] as const;
