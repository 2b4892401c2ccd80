// The plans by name (Decision 30).

export const PLANS = { free: 'Free', business: 'Business', enterprise: 'Enterprise' } as const;
