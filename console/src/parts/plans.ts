// The plans by name, and with what each includes (Decision 30) where one is chosen.

export const PLANS = { free: 'Free', business: 'Business', enterprise: 'Enterprise' } as const;

export const PLAN_OPTIONS = [
  { value: 'free', label: `${PLANS.free}: no API, no directory sync` },
  { value: 'business', label: `${PLANS.business}: API` },
  { value: 'enterprise', label: `${PLANS.enterprise}: API and directory sync` },
] as const;
