// The service's own programs, which are clients without registration: the command line and the desktop. What they get
// is a session of their person, listed and ended among the others.
import type { SessionKind } from '../../identity/session.ts';

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const OWN: Readonly<Record<string, { readonly name: string; readonly kind: SessionKind }>> = {
  'cairn-cli': { name: 'Cairn on the command line', kind: 'cli' },
  'cairn-desktop': { name: 'Cairn on the desktop', kind: 'desktop' },
};

/** The kind of session that the client's person gets; undefined for everybody else's clients. */
export const sessionKindOf = (clientId: string): SessionKind | undefined =>
  Object.hasOwn(OWN, clientId) ? OWN[clientId]?.kind : undefined;

/** The name of the program of that kind. */
export const programOf = (kind: SessionKind): string =>
  Object.values(OWN).find((own) => own.kind === kind)?.name ?? kind;

/** Their metadata, as a registration would have it. */
export const OWN_CLIENTS = Object.entries(OWN).map(([client_id, { name }]) => ({
  client_id,
  client_name: name,
  application_type: 'native',
  token_endpoint_auth_method: 'none',
  grant_types: [DEVICE_GRANT],
  response_types: [],
  redirect_uris: [],
}));
