// The plans with what each includes (Decision 30), to choose from.

export const PLAN_OPTIONS = [
  { value: 'free', label: 'Free: no API, no directory sync' },
  { value: 'business', label: 'Business: API' },
  { value: 'enterprise', label: 'Enterprise: API and directory sync' },
] as const;
