// The lifetimes of tokens (contract 8) and client secrets of a connection.

import { t } from '../../parts/texts/t.ts';
export const EXPIRIES = [
  { value: '90d', label: t('After 90 days') },
  { value: '180d', label: t('After 180 days') },
  { value: '1y', label: t('After 1 year') },
  { value: 'none', label: t('Never') },
] as const;

/** Tokens from setup links always expire. */
export const LINK_EXPIRIES = EXPIRIES.slice(0, 3);

export const SECRET_EXPIRIES = [
  { value: '1y', label: t('After 1 year') },
  { value: '2y', label: t('After 2 years') },
  { value: '3y', label: t('After 3 years') },
] as const;

export const LINK_SECRET_EXPIRIES = SECRET_EXPIRIES.slice(0, 1);
