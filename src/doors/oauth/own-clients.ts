// The service's own programs, which are clients that don't have to register: the command line and the desktop app. They
// get a session of their person, which is listed and ended like any other.
import type { SessionKind } from '../../identity/session.ts';

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const OWN: Readonly<Record<string, { readonly name: string; readonly kind: SessionKind }>> = {
  'cairn-cli': { name: 'Cairn on the command line', kind: 'cli' },
  'cairn-desktop': { name: 'Cairn on the desktop', kind: 'desktop' },
};

/** The kind of session for the client. Undefined for other clients. */
export const sessionKindOf = (clientId: string): SessionKind | undefined =>
  Object.hasOwn(OWN, clientId) ? OWN[clientId]?.kind : undefined;

/** The name of the program for this kind of session. */
export const programOf = (kind: SessionKind): string =>
  Object.values(OWN).find((own) => own.kind === kind)?.name ?? kind;

/** Their metadata, in the same form as for registered clients. */
export const OWN_CLIENTS = Object.entries(OWN).map(([client_id, { name }]) => ({
  client_id,
  client_name: name,
  application_type: 'native',
  token_endpoint_auth_method: 'none',
  grant_types: [DEVICE_GRANT],
  response_types: [],
  redirect_uris: [],
}));
