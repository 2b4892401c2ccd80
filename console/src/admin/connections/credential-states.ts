// How a token or a client secret of a connection stands, in words.
import type { Connection, ScimToken } from '../../api/connections.ts';
import type { Tone } from '../../parts/page/status.tsx';

type State = ScimToken['state'];

export const isGood = ({ state }: { readonly state: State }): boolean => state === 'valid' || state === 'expiring';

/** True unless it has ended: it can be revoked, and takes one of the places. */
export const isOpen = ({ state }: { readonly state: State }): boolean => state !== 'expired' && state !== 'revoked';

/** Tokens and client secrets from set-up links that an admin has not let in yet. */
export const waitingOf = ({ tokens, client_secrets }: Pick<Connection, 'tokens' | 'client_secrets'>) =>
  [...tokens, ...client_secrets].filter(({ state }) => state === 'waiting');

export const STATES: Readonly<Record<State, { readonly word: string; readonly tone: Tone }>> = {
  waiting: { word: 'Waits for confirmation', tone: 'attention' },
  valid: { word: 'Good', tone: 'fine' },
  expiring: { word: 'Expires soon', tone: 'attention' },
  expired: { word: 'Expired', tone: 'quiet' },
  revoked: { word: 'Revoked', tone: 'quiet' },
};
