// The credential of an action that was not taken in the console.

import { t } from '../texts/t.ts';

interface ActingCredential {
  readonly kind: 'api_key' | 'oauth';
  readonly name: string;
}

/** "with the key CI", for use within a sentence. */
export const withCredential = ({ kind, name }: ActingCredential): string =>
  kind === 'api_key' ? t('with the key {name}', { name }) : t('with the app {name}', { name });
