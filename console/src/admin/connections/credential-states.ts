// The states of a connection's tokens and client secrets, in words.
import type { Connection, ScimToken } from '../../api/connections.ts';
import type { Tone } from '../../parts/page/status.tsx';
import { t } from '../../parts/texts/t.ts';

type State = ScimToken['state'];

export const isGood = ({ state }: { readonly state: State }): boolean => state === 'valid' || state === 'expiring';

/** True until it has expired or was revoked. It counts toward the maximum and can be revoked. */
export const isOpen = ({ state }: { readonly state: State }): boolean => state !== 'expired' && state !== 'revoked';

/** Credentials created through setup links that an admin has not confirmed yet. */
export const waitingOf = ({ tokens, client_secrets }: Pick<Connection, 'tokens' | 'client_secrets'>) =>
  [...tokens, ...client_secrets].filter(({ state }) => state === 'waiting');

export const STATES: Readonly<Record<State, { readonly word: string; readonly tone: Tone }>> = {
  waiting: { word: t('Waits for confirmation'), tone: 'attention' },
  valid: { word: t('Good'), tone: 'fine' },
  expiring: { word: t('Expires soon'), tone: 'attention' },
  expired: { word: t('Expired'), tone: 'quiet' },
  revoked: { word: t('Revoked'), tone: 'quiet' },
};
