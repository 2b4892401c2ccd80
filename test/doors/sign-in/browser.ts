// A browser with the console: it stores and returns cookies, and sends what the console's pages send.
import { createLoginLink } from '../../../src/identity/login-links.ts';
import type { Heard } from '../../support/speaker.ts';
import { BY_TEST } from '../../support/test-team.ts';
import type { World } from '../../support/world.ts';

type Fields = Readonly<Record<string, string>>;

export interface Browser {
  /** Sends requests like a page of the console, unless `headers` says otherwise. */
  send<Body = unknown>(method: string, path: string, body?: unknown, headers?: Fields): Promise<Heard<Body>>;
  /** The value of a cookie, if the browser has it. */
  cookie(name: string): string | undefined;
}

/** The parts of the console's session data that tests use. */
export interface SessionBody {
  readonly session: { readonly id: string; readonly kind: string; readonly expires_at: string };
  readonly person: { readonly id: string; readonly email: string };
  readonly team: { readonly id: string } | null;
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  readonly is_operator: boolean;
  readonly workspaces: readonly { readonly id: string }[];
  readonly sign_in: {
    readonly method: string | null;
    readonly confined: boolean;
    readonly has_password: boolean;
    readonly needs_current_password: boolean;
    readonly sso_enabled: boolean;
    readonly sso_required: boolean;
  };
}

export function browser(world: Pick<World, 'anyone'>): Browser {
  const cookies = new Map<string, string>();
  return {
    cookie: (name) => cookies.get(name),
    async send<Body>(method: string, path: string, body?: unknown, headers: Fields = {}) {
      const jar = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const own = { ...(jar === '' ? {} : { Cookie: jar }), 'X-Cairn-Console': '1', ...headers };
      const heard = await world.anyone.send<Body>(method, path, body, own);
      for (const line of heard.headers.getSetCookie()) keep(cookies, line);
      return heard;
    },
  };
}

/** A browser in which the person has signed in with an operator's link. */
export async function signedIn(world: World, email: string, team_id?: string): Promise<Browser> {
  const visitor = browser(world);
  const answer = await visitor.send('POST', '/sign-in/link', { token: await linkFor(world, email, team_id) });
  if (answer.status !== 200) throw new Error(`signing in answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return visitor;
}

/** The token of a new link. */
export async function linkFor(world: World, email: string, team_id?: string): Promise<string> {
  const { token } = await world.app.database.inTransaction((tx) =>
    createLoginLink(tx, { email, team_id }, world.clock(), BY_TEST),
  );
  return token;
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ');
  const [name = '', value = ''] = pair.split('=');
  if (attributes.includes('Max-Age=0')) cookies.delete(name);
  else cookies.set(name, value);
}
