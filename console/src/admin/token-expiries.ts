// How long a token of a connection can be good (contract 8).

export const EXPIRIES = [
  { value: '90d', label: 'After 90 days' },
  { value: '180d', label: 'After 180 days' },
  { value: '1y', label: 'After 1 year' },
  { value: 'none', label: 'Never' },
];
