// The features of a workspace's plan (Decision 30).

export const PLANS = ['free', 'business', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

/** The business and enterprise plans include the API (contract 5.4). */
export const includesApi = (plan: Plan): boolean => plan !== 'free';

/** The enterprise plan includes provisioning over SCIM (contract 5.6). */
export const includesScim = (plan: Plan): boolean => plan === 'enterprise';
