// A PostgreSQL URL that may name several servers, as libpq's does:
// `postgres://user@a:5432,b/db?target_session_attrs=read-write`. The driver knows one server a connection, so each is a
// URL of its own here. It is read in this one place, and written again encoded, since the driver and libpq read what is
// not encoded each in its own way.

/** `any`: the first that answers. `read-write`: one that takes changes. `read-only`: one that does not. */
export type TargetServer = 'any' | 'read-write' | 'read-only';

export interface ServerUrls {
  /** At least one; in the order in which they are tried. */
  readonly urls: readonly string[];
  readonly target: TargetServer;
}

/** Scheme, user and password, hosts, database, query. An `@` in a password ends it only where no other follows. */
const SHAPE = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#@]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/;
const TARGETS: Readonly<Record<string, TargetServer>> = {
  any: 'any',
  'read-write': 'read-write',
  primary: 'read-write',
  'read-only': 'read-only',
  standby: 'read-only',
};

/** The servers of the URL, or undefined where it is none. */
export function parseServerUrls(given: string): ServerUrls | undefined {
  const address = parsed(given);
  if (address === undefined) return undefined;
  const hosts = address.hosts.split(',');
  const target = TARGETS[parameterOf(address, 'target_session_attrs') ?? 'any'];
  const urls = hosts.map((host) => written({ ...without(address, 'target_session_attrs'), hosts: host }));
  if (target === undefined || (urls.length > 1 && hosts.includes('')) || !urls.every((url) => URL.canParse(url)))
    return undefined;
  return { urls: urls.map((url) => new URL(url).href), target };
}

/**
 * The URL for programs that read it as libpq does, without the password, which stands beside it, and without a name of
 * its own for the connection.
 */
export function withoutPassword(given: string): { readonly url: string; readonly password: string } {
  const address = parsed(given);
  if (address === undefined) return { url: given, password: '' };
  return { url: written({ ...without(address, 'application_name'), password: '' }), password: address.password };
}

/** The text with every `%xx` in it read; a `%` that begins none stands for itself. */
export const decoded = (text: string): string =>
  text.replace(/(?:%[\dA-Fa-f]{2})+/g, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });

/** The parts of a URL, decoded but for hosts and query. */
interface Address {
  readonly scheme: string;
  readonly user: string;
  readonly password: string;
  readonly hosts: string;
  /** Undefined where the URL ends before it. */
  readonly database: string | undefined;
  /** `name=value`, as it was given; without the password. */
  readonly query: readonly string[];
}

function parsed(given: string): Address | undefined {
  const [, scheme, userInfo = '', hosts = '', database, query = ''] = SHAPE.exec(given) ?? [];
  if (scheme === undefined) return undefined;
  const [user = ''] = userInfo.split(':', 1);
  const address = {
    scheme,
    user: decoded(user),
    password: decoded(userInfo.slice(user.length + 1)),
    hosts,
    database: database === undefined ? undefined : decoded(database),
    query: query.split('&').filter((piece) => piece !== ''),
  };
  // A password in the query counts before one in front of the host.
  const { password } = address;
  return { ...without(address, 'password'), password: parameterOf(address, 'password') ?? password };
}

function written({ scheme, user, password, hosts, database, query }: Address): string {
  const secret = password === '' ? '' : `:${encodeURIComponent(password)}`;
  const userInfo = encodeURIComponent(user) + secret;
  const path = database === undefined ? '' : `/${encodeURIComponent(database)}`;
  return (
    scheme + (userInfo === '' ? '' : `${userInfo}@`) + hosts + path + (query.length > 0 ? `?${query.join('&')}` : '')
  );
}

const nameOf = (piece: string): string => decoded(piece.split('=', 1)[0] ?? '');

function parameterOf({ query }: Address, name: string): string | undefined {
  const piece = query.findLast((one) => nameOf(one) === name);
  return piece === undefined ? undefined : decoded(piece.slice(piece.indexOf('=') + 1));
}

const without = (address: Address, name: string): Address => ({
  ...address,
  query: address.query.filter((piece) => nameOf(piece) !== name),
});
