// A PostgreSQL URL that may name several servers, as libpq's does:
// `postgres://user@a:5432,b/db?target_session_attrs=read-write`. The driver knows one server a connection, so each is a
// URL of its own here.

/** `any`: the first that answers. `read-write`: one that takes changes. `read-only`: one that does not. */
export type TargetServer = 'any' | 'read-write' | 'read-only';

export interface ServerUrls {
  /** At least one; in the order in which they are tried. */
  readonly urls: readonly string[];
  readonly target: TargetServer;
}

const SHAPE = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([^#]*)$/;
const TARGETS: Readonly<Record<string, TargetServer>> = {
  any: 'any',
  'read-write': 'read-write',
  primary: 'read-write',
  'read-only': 'read-only',
  standby: 'read-only',
};

/** The servers of the URL, or undefined where it is none. */
export function parseServerUrls(given: string): ServerUrls | undefined {
  const [, before = '', hosts, after = ''] = SHAPE.exec(given) ?? [];
  if (hosts === undefined) return undefined;
  const urls: string[] = [];
  let target: TargetServer | undefined = 'any';
  for (const host of hosts.split(',')) {
    if (!URL.canParse(before + host + after)) return undefined;
    const url = new URL(before + host + after);
    target = TARGETS[url.searchParams.get('target_session_attrs') ?? 'any'];
    url.searchParams.delete('target_session_attrs');
    urls.push(url.href);
  }
  if (target === undefined || (urls.length > 1 && hosts.split(',').includes(''))) return undefined;
  return { urls, target };
}
