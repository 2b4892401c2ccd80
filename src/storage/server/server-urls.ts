// Parses a PostgreSQL URL that may name several servers like libpq's:
// `postgres://user@a:5432,b/db?target_session_attrs=read-write`. The driver supports one server per connection, so each
// gets its own URL. Parsed and re-encoded only here, because the driver and libpq interpret unencoded parts
// differently.
import { decoded } from '../../base/text.ts';

/** `any`: the first server that responds. `read-write`: one that accepts changes. `read-only`: one that doesn't. */
export type TargetServer = 'any' | 'read-write' | 'read-only';

export interface ServerUrls {
  /** At least one server, in the order to try them. */
  readonly urls: readonly string[];
  readonly target: TargetServer;
}

/** Scheme, user and password, hosts, database, query. An `@` ends the password only if no other one follows. */
const SHAPE = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#@]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/;
const TARGETS: Readonly<Record<string, TargetServer>> = {
  any: 'any',
  'read-write': 'read-write',
  primary: 'read-write',
  'read-only': 'read-only',
  standby: 'read-only',
};

/** The servers of the URL; undefined if it is invalid. */
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

/** The parts of a URL, decoded except for hosts and query. */
export interface Address {
  readonly scheme: string;
  readonly user: string;
  readonly password: string;
  readonly hosts: string;
  /** Undefined if the URL ends before it. */
  readonly database: string | undefined;
  /** `name=value` as given, without the password. */
  readonly query: readonly string[];
}

/** Undefined if the text is not such a URL. */
export function parsed(given: string): Address | undefined {
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
  // A password in the query takes precedence.
  const { password } = address;
  return { ...without(address, 'password'), password: parameterOf(address, 'password') ?? password };
}

export function written({ scheme, user, password, hosts, database, query }: Address): string {
  const secret = password === '' ? '' : `:${encodeURIComponent(password)}`;
  const userInfo = encodeURIComponent(user) + secret;
  const path = database === undefined ? '' : `/${encodeURIComponent(database)}`;
  return (
    scheme + (userInfo === '' ? '' : `${userInfo}@`) + hosts + path + (query.length > 0 ? `?${query.join('&')}` : '')
  );
}

const nameOf = (piece: string): string => decoded(piece.split('=', 1)[0] ?? '');

export function parameterOf({ query }: Address, name: string): string | undefined {
  const piece = query.findLast((one) => nameOf(one) === name);
  return piece === undefined ? undefined : decoded(piece.slice(piece.indexOf('=') + 1));
}

export const without = (address: Address, ...names: readonly string[]): Address => ({
  ...address,
  query: address.query.filter((piece) => !names.includes(nameOf(piece))),
});

export function withParameter(address: Address, name: string, value: string): Address {
  const { query, ...others } = without(address, name);
  return { ...others, query: [...query, `${name}=${encodeURIComponent(value)}`] };
}
