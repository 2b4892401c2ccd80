// How a token or a client secret of a connection stands, in words.
import type { ScimToken } from '../../api/connections.ts';
import type { Tone } from '../../parts/page/status.tsx';

type State = ScimToken['state'];

export const isGood = ({ state }: { readonly state: State }): boolean => state === 'valid' || state === 'expiring';

export const STATES: Readonly<Record<State, { readonly word: string; readonly tone: Tone }>> = {
  valid: { word: 'Good', tone: 'fine' },
  expiring: { word: 'Expires soon', tone: 'attention' },
  expired: { word: 'Expired', tone: 'quiet' },
  revoked: { word: 'Revoked', tone: 'quiet' },
};
