// The name of an AI tool, for the metrics: from its message, its consent or its User-Agent.
import type { Caller } from '../../admission/caller.ts';
import type { Call } from '../../http/endpoint/endpoint.ts';

const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';
const MAX_NAME = 40;
/** Anyone can choose a name. Names beyond this number are counted together. */
const MAX_NAMES = 50;

export type ClientNames = (call: Pick<Call<Caller>, 'caller' | 'headers'>, message: unknown) => string;

/** Returns the name in lower case, without the version. */
export function clientNames(): ClientNames {
  const known = new Set<string>();
  return ({ caller, headers }, message) => {
    const { kind, name } = caller.credential;
    const given = nameIn(message) ?? (kind === 'oauth' ? name : undefined) ?? headers['user-agent']?.split('/')[0];
    const plain = plainName(given ?? '');
    if (plain === '') return 'unknown';
    if (known.size < MAX_NAMES) known.add(plain);
    return known.has(plain) ? plain : 'other';
  };
}

const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_NAME);

/** Clients of revision 2026-07-28 send it with each message, and earlier ones only with `initialize`. */
function nameIn(message: unknown): string | undefined {
  const params = memberOf(Array.isArray(message) ? message[0] : message, 'params');
  const info = memberOf(memberOf(params, '_meta'), CLIENT_INFO) ?? memberOf(params, 'clientInfo');
  const name = memberOf(info, 'name');
  return typeof name === 'string' ? name : undefined;
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
