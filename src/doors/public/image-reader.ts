// Access to images of a catalog that requires credentials, for people and programs of its workspace.
import type { IncomingHttpHeaders } from 'node:http';
import type { Authenticator } from '../../admission/authenticate.ts';
import { isRefusal } from '../../base/refusal.ts';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import { admitSession, type SessionGate } from '../../identity/admit-session.ts';

export interface ImageReaders {
  readonly credentials: Authenticator;
  readonly people: SessionGate;
}

interface ImageRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

const FRESH = { fresh: true, before: () => undefined };
const SESSION = /^Bearer svc_session_/i;

/**
 * True if the request's session, API key or access token belongs to the catalog's workspace. Every workspace may read
 * the service-wide catalog. Fails with `unauthorized` if the request has no valid credential.
 */
export async function mayReadImages(
  { credentials, people }: ImageReaders,
  request: ImageRequest,
  catalogId: string,
): Promise<boolean> {
  const { authorization } = request.headers;
  if (authorization === undefined || SESSION.test(authorization)) {
    const { team_id } = await admitSession(people, request, FRESH.before);
    return isReader(team_id ?? SVC_CATALOG_ID, catalogId);
  }
  const { catalog, standing } = await admitAnywhere(credentials, authorization, catalogId);
  return standing.isMember && isReader(catalog.catalog_id, catalogId);
}

const isReader = (own: string, catalogId: string): boolean => own === catalogId || catalogId === SVC_CATALOG_ID;

/** An access token for /mcp counts as well, because AI tools find the addresses in responses of /mcp. */
async function admitAnywhere(credentials: Authenticator, authorization: string, catalogId: string) {
  for (const resource of ['/mcp', `/mcp/${catalogId}`]) {
    const admission = await credentials.admit(authorization, FRESH, resource).catch((thrown: unknown) => {
      if (!isRefusal(thrown, 'unauthorized')) throw thrown;
    });
    if (admission !== undefined) return admission.caller;
  }
  return (await credentials.admit(authorization, FRESH)).caller;
}
