// A credential at a door that takes another kind: what it is and where it belongs. Told by its shape alone, without a
// look-up, so that nobody learns whether it is good.
import { looksLikeToken, type TokenPrefix } from './tokens.ts';

const KINDS: Readonly<Record<TokenPrefix, string>> = {
  svc_api_: 'an API key, which opens /v1 and /mcp',
  svc_oauth_: 'an OAuth access token, which opens the one resource that it was requested for',
  svc_scim_: 'a token of directory sync, which opens /scim/v2/{connection_id}',
  svc_secret_: 'the client secret of a connection, which gets access tokens at /oauth/token',
  svc_session_: 'a session, which opens /manage/v1 and /console/v1',
  svc_setup_: 'the token of a set-up link, which opens /setup/v1',
  svc_link_: 'the token of a sign-in link, which is opened in a browser, once',
};

/** A sentence; undefined where the text is no token of ours, as a mutilated one is none. */
export function otherKind(text: string): string | undefined {
  const found = (Object.keys(KINDS) as TokenPrefix[]).find((prefix) => looksLikeToken(prefix, text));
  return found === undefined ? undefined : `What was sent is ${KINDS[found]}.`;
}
