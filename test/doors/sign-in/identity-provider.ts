// A real OpenID provider (oidc-provider) on the loopback, and a browser that signs in there by filling in its forms.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/**
 * The provider's claims about a person, who enters the subject in its form. If `at_userinfo` is set, the userinfo
 * endpoint returns only that.
 */
export type Claims = Readonly<Record<string, unknown>>;

export interface IdentityProvider {
  readonly issuer: string;
  /** Its address on this machine, which differs from the issuer behind a proxy. */
  readonly local: string;
  readonly client: { readonly client_id: string; readonly client_secret: string };
  /** Maps subjects to claims. A test may change it at any time. */
  readonly people: Map<string, Claims>;
  /**
   * Follows `url` in a new browser, signs in as `subject`, and returns the address to which the provider sends the
   * browser back.
   */
  signIn(url: string, subject: string): Promise<string>;
  close(): Promise<void>;
}

export interface ProviderOptions {
  readonly redirectUri: string;
  /** The provider's public address, if a proxy is in front of it. */
  readonly issuer?: string;
  /** Puts claims into the ID token too, not only into userinfo. */
  readonly claimsInToken?: boolean;
  /** If false, there is no userinfo endpoint. */
  readonly userinfo?: boolean;
  /** `none`: a public client. */
  readonly authentication?: 'client_secret_basic' | 'client_secret_post' | 'none';
}

export async function identityProvider(options: ProviderOptions): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const local = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = options.issuer ?? local;
  const client = { client_id: 'cairn', client_secret: 'a secret of the provider and of the console' };
  const people = new Map<string, Claims>();
  const method = options.authentication ?? 'client_secret_basic';
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [options.redirectUri], token_endpoint_auth_method: method }],
    clientAuthMethods: [method],
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'xms_edov'], profile: ['name'] },
    conformIdTokenClaims: options.claimsInToken !== true,
    features: { userinfo: { enabled: options.userinfo ?? true } },
    pkce: { required: () => true },
    cookies: { keys: ['a key of the provider alone'] },
    findAccount: (_context: unknown, subject: string) => ({
      accountId: subject,
      claims: async () => ({ sub: subject, ...people.get(subject) }),
    }),
  });
  provider.proxy = issuer !== local;
  provider.use(async (context, next) => {
    await next();
    if (context.req.url !== '/me') return;
    const told = people.get(context.oidc.entities.Account?.accountId ?? '')?.at_userinfo;
    if (told !== undefined) context.body = told;
  });
  server.on('request', provider.callback());
  return {
    issuer,
    local,
    client,
    people,
    signIn: (url, subject) => signIn({ issuer, local }, url, subject),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function signIn(
  { issuer, local }: Pick<IdentityProvider, 'issuer' | 'local'>,
  start: string,
  subject: string,
): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 12; step += 1) {
    if (!url.startsWith(issuer)) return url;
    const response = await fetch(url.replace(issuer, local), {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: {
        ...(issuer !== local && { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': new URL(issuer).host }),
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(form === undefined ? {} : { body: form }),
    });
    keep(cookies, response.headers.getSetCookie());
    form = undefined;
    const location = response.headers.get('location');
    if (location !== null) {
      url = new URL(location, url).href;
      continue;
    }
    const page = await response.text();
    if (!response.ok) throw new Error(`the provider answered ${response.status}: ${page.slice(0, 300)}`);
    form = filledIn(page, subject);
  }
  throw new Error('the provider did not send the browser back');
}

/** The forms of the provider's pages: sign-in, then consent. */
function filledIn(page: string, subject: string): URLSearchParams {
  const isLogin = /name="prompt" value="login"/.test(page);
  return new URLSearchParams(isLogin ? { prompt: 'login', login: subject, password: 'any' } : { prompt: 'consent' });
}

function keep(cookies: Map<string, string>, lines: readonly string[]): void {
  for (const line of lines) {
    const [pair = ''] = line.split(';');
    const cut = pair.indexOf('=');
    const value = pair.slice(cut + 1);
    if (value === '') cookies.delete(pair.slice(0, cut));
    else cookies.set(pair.slice(0, cut), value);
  }
}
