// What a workspace's plan includes (Decision 30).

export const PLANS = ['free', 'business', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

/** The API (contract 5.4) comes with business and enterprise. */
export const includesApi = (plan: Plan): boolean => plan !== 'free';

/** Provisioning over SCIM comes with enterprise (contract 5.6). */
export const includesScim = (plan: Plan): boolean => plan === 'enterprise';
