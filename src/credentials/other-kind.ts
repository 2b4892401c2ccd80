// Recognizes a credential sent to the wrong API, and says where it belongs. Looks only at its format, so that it never
// reveals whether the credential is valid.
import { type Text, t } from '../base/texts/t.ts';
import { looksLikeToken, type TokenPrefix } from './tokens.ts';

const KINDS: Readonly<Record<TokenPrefix, Text>> = {
  svc_api_: t('You sent an API key, which opens /v1 and /mcp.'),
  svc_oauth_: t('You sent an OAuth access token, which opens the one resource that it was requested for.'),
  svc_scim_: t('You sent a directory sync token, which opens {path}.', { path: '/scim/v2/{connection_id}' }),
  svc_secret_: t('You sent the client secret of a connection, which gets access tokens at /oauth/token.'),
  svc_session_: t('You sent a session, which opens /manage/v1 and /console/v1.'),
  svc_setup_: t('You sent the token of a set-up link, which opens /setup/v1.'),
  svc_link_: t('You sent the token of a sign-in link, which is opened in a browser and works only once.'),
};

/** Returns a message. Undefined if the text is not one of our tokens (a damaged token is not). */
export function otherKind(text: string): Text | undefined {
  const found = (Object.keys(KINDS) as TokenPrefix[]).find((prefix) => looksLikeToken(prefix, text));
  return found === undefined ? undefined : KINDS[found];
}
