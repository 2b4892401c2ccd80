// Page state in the URL: tab, filter, search, sort order, open row. `addresses.ts` declares the parameters of each
// page, the router validates them, and pages read and change them here. Reload and Back preserve them.
import { useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { countCharacters } from '../../../../src/trails/document/limits.ts';

/** A search parameter: its accepted values and its default. */
interface Member<Value extends string = string> {
  readonly fallback: Value;
  readonly accepts: (value: string) => value is Value;
}

/** Text of at most `max` characters, empty by default. The service accepts no NUL. */
export const text = (max = 200): Member => ({
  fallback: '',
  accepts: (value): value is string => countCharacters(value) <= max && !value.includes('\0'),
});

/** One of several words; the first is the default. */
export const oneOf = <const Word extends string>(usual: Word, ...others: Word[]): Member<Word> => ({
  fallback: usual,
  accepts: (value): value is Word => [usual, ...others].some((word) => word === value),
});

/** An integer above 0, or empty. */
export const number = (): Member => matching(/^[1-9]\d{0,8}$/);

/** A date such as 2026-11-22, or empty. */
export const day = (): Member => matching(/^\d{4}-\d\d-\d\d$/);

/** A UUID, or empty. */
export const id = (): Member => matching(ID);

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** True for a UUID. URLs with other ids lead nowhere. */
export const isId = (value: string): boolean => ID.test(value);

const matching = (pattern: RegExp): Member => ({
  fallback: '',
  accepts: (value): value is string => pattern.test(value),
});

/**
 * True for a path of this console. Rejects control characters: browsers drop tabs and line feeds, so `/\t/x` would
 * become `//x`, another site.
 */
const isOwnAddress = (value: string): boolean => /^\/(?![/\\])\P{Cc}*$/u.test(value);

/** Paths that sign people in, connect apps or change something, in one step or after a click. */
const ENTRANCES: ReadonlySet<string> = new Set(['sign-in', 'oauth', 'manage']);
const CONFIRMATIONS: ReadonlySet<string> = new Set(['device', 'confirm-sign-in', 'set-up', 'setup']);

/** True for a page of this console that a person may be sent to after signing in, such as the page of a device. */
export const isPage = (value: string): boolean => isOwnAddress(value) && !namesOneOf(ENTRANCES, value);

/**
 * True for an address that a text may link to: a web page, mail address or phone number, but no page of this host that
 * acts. A link in a text counts as a click on a page of the console, so the service would not ask first. `base` is the
 * address of the page that shows the text.
 */
export function isHarmlessLink(href: string, base: string): boolean {
  if (!URL.canParse(href, base)) return false;
  const { protocol, hostname, pathname } = new URL(href, base);
  if (protocol === 'mailto:' || protocol === 'tel:') return true;
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  const isHere = hostname.replace(/\.$/, '') === new URL(base).hostname.replace(/\.$/, '');
  return !isHere || !(namesOneOf(ENTRANCES, pathname) || namesOneOf(CONFIRMATIONS, pathname));
}

/** True if any part of the path is one of the names, however it is encoded. True for an invalid encoding as well. */
function namesOneOf(names: ReadonlySet<string>, path: string): boolean {
  try {
    const parts = decoded(path.replace(/[?#].*$/s, '')).split(/[/\\;?#\s]+/);
    return parts.some((part) => names.has(part.toLowerCase()));
  } catch {
    return true;
  }
}

function decoded(path: string): string {
  const once = decodeURIComponent(path);
  return once === path ? path : decoded(once);
}

/** Converts a control's value. Null and values that are not accepted become the default. */
export const valueIn = <Value extends string>({ fallback, accepts }: Member<Value>, value: string | null): Value =>
  value !== null && accepts(value) ? value : fallback;

export type Members = Readonly<Record<string, Member>>;
type ValueOf<Of> = Of extends Member<infer Value> ? Value : never;
/** All parameters with their values. */
export type ValuesOf<Of extends Members> = { readonly [Name in keyof Of]: ValueOf<Of[Name]> };
export type SearchOf<Of extends Members> = Partial<ValuesOf<Of>>;

/** The valid parameters that differ from their defaults. Invalid ones are dropped without an error. */
export const validSearch =
  <Of extends Members>(members: Of) =>
  (raw: Record<string, unknown>): SearchOf<Of> => {
    const found: Record<string, string> = Object.create(null);
    for (const [name, { fallback, accepts }] of Object.entries(members)) {
      const given = raw[name];
      // The router parses "3" and "true" as a number and a boolean.
      const value = typeof given === 'number' || typeof given === 'boolean' ? String(given) : given;
      if (typeof value === 'string' && value !== fallback && accepts(value)) found[name] = value;
    }
    return found as SearchOf<Of>;
  };

/**
 * All parameters with their values, defaults included. Validates again, because the router also passes on unchecked
 * parameters.
 */
export function valuesOf<Of extends Members>(members: Of, search: Record<string, unknown>): ValuesOf<Of> {
  const fallbacks = Object.entries(members).map(([name, { fallback }]) => [name, fallback]);
  return { ...Object.fromEntries(fallbacks), ...validSearch(members)(search) };
}

interface NavigateOptions {
  /** True if Back should undo the step (a tab, an opened row). Search fields replace the entry instead. */
  readonly push?: boolean;
}

/**
 * Returns the parameters of this page and a function that changes some of them. The function does nothing once another
 * page is opening, so a pending search does not leak into the next page.
 */
export function useAddress<Of extends Members>(
  members: Of,
): readonly [ValuesOf<Of>, (part: SearchOf<Of>, options?: NavigateOptions) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const router = useRouter();
  const own = useMatch({ strict: false, select: ({ pathname }) => pathname });
  const values = valuesOf(members, search);
  const change = (part: SearchOf<Of>, { push = false }: NavigateOptions = {}): void => {
    if (plain(router.latestLocation.pathname) !== plain(own)) return;
    void navigate({
      to: '.',
      search: (now: Record<string, string>) => withoutDefaults(members, { ...now, ...part }),
      replace: !push,
      resetScroll: false,
    });
  };
  return [values, change];
}

/** Removes parameters that equal their defaults. */
const withoutDefaults = (members: Members, search: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(search).filter(([name, value]) => value !== members[name]?.fallback));

/** Removes trailing slashes, which the router adds to index routes. */
const plain = (path: string): string => path.replace(/\/+$/, '');
