// Adapts client metadata for the authorization server: fills in OAuth 2.1 defaults, and drops harmless values that the
// server would reject.

type Metadata = Readonly<Record<string, unknown>>;

const GRANTS = new Set([
  'authorization_code',
  'refresh_token',
  'urn:ietf:params:oauth:grant-type:device_code',
  'urn:ietf:params:oauth:grant-type:jwt-bearer',
]);
/** Supported client metadata. Everything else is ignored (RFC 7591, section 2). */
const KNOWN = [
  'client_id',
  'client_name',
  'client_uri',
  'redirect_uris',
  'grant_types',
  'response_types',
  'token_endpoint_auth_method',
  'token_endpoint_auth_signing_alg',
  'application_type',
  'jwks',
  'jwks_uri',
  'client_secret',
  'client_secret_expires_at',
];

/** Schemes that browsers or operating systems handle themselves. Schemes of apps, such as `cursor:`, are allowed. */
const NOT_OF_APPS = new Set(
  `about android-app blob chrome data edge file filesystem ftp intent itms itms-apps itms-services jar javascript ldap
  mailto market mk res resource search sftp shell sip smb sms ssh tel telnet urn vbscript view-source ws wss`.split(
    /\s+/,
  ),
);
/** Windows handlers, such as `ms-msdt:` and `search-ms:`. */
const OF_WINDOWS = /^(?:search-)?ms(?:-|$)/;

/**
 * Why the redirect URI is not allowed. Undefined if it is allowed. Leaves URIs that cannot be parsed to oidc-provider.
 */
export function redirectFault(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, username, password } = new URL(address);
  if (username !== '' || password !== '') return 'must not contain user info';
  const scheme = protocol.slice(0, -1);
  return NOT_OF_APPS.has(scheme) || OF_WINDOWS.test(scheme) ? `must not use the ${scheme} URI scheme` : undefined;
}

/** True if the client says that it is a web application and every redirect URI can belong to one. */
const isWeb = ({ application_type, redirect_uris }: Metadata): boolean =>
  application_type === 'web' &&
  (!Array.isArray(redirect_uris) || redirect_uris.every((address) => /^https:/i.test(String(address))));

/**
 * The metadata with defaults. The application type is `native`, because programs on a person's machine listen on an
 * ephemeral port or use a scheme of their own (RFC 8252). Clients that redeem codes also get refresh tokens. `method`
 * is the default authentication method.
 */
export function asClientMetadata(given: Metadata, method: string): Metadata {
  const metadata = Object.fromEntries(
    KNOWN.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
  );
  const grants = Array.isArray(given.grant_types)
    ? given.grant_types.filter((grant) => GRANTS.has(grant))
    : ['authorization_code', 'refresh_token'];
  const usesCodes = grants.includes('authorization_code');
  return {
    token_endpoint_auth_method: method,
    ...metadata,
    ...(isWeb(given) ? {} : { application_type: 'native' }),
    ...(usesCodes ? {} : { redirect_uris: [], response_types: [] }),
    grant_types: usesCodes && !grants.includes('refresh_token') ? [...grants, 'refresh_token'] : grants,
  };
}
