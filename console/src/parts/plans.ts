// Names of the plans and what they include (Decision 30).

export const PLANS = { free: 'Free', business: 'Business', enterprise: 'Enterprise' } as const;

export const PLAN_OPTIONS = [
  { value: 'free', label: `${PLANS.free}: no API, no directory sync` },
  { value: 'business', label: `${PLANS.business}: API` },
  { value: 'enterprise', label: `${PLANS.enterprise}: API and directory sync` },
] as const;
