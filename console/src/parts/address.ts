// What of a page stands in its address: tab, filter, search, sort, the open row. A page declares its members once
// (`addresses.ts`), the router checks them, and the page reads and changes them here. Reload and Back keep them.
import { useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router';

/** A member of an address: what it may be, and what it is where the address does not say. */
interface Member {
  readonly fallback: string;
  readonly accepts: (value: string) => boolean;
}

/** Any text of at most `most` characters, empty where it is not given. The service takes none with a NUL in it. */
export const text = (most = 200): Member => ({
  fallback: '',
  accepts: (value) => value.length <= most && !value.includes('\0'),
});

/** One of a few words; the first is the usual one. */
export const oneOf = (usual: string, ...others: string[]): Member => ({
  fallback: usual,
  accepts: (value) => [usual, ...others].includes(value),
});

/** A whole number above 0, or empty. */
export const number = (): Member => ({ fallback: '', accepts: (value) => /^[1-9]\d{0,8}$/.test(value) });

/** A day such as 2026-11-22, or empty. */
export const day = (): Member => ({ fallback: '', accepts: (value) => /^\d{4}-\d\d-\d\d$/.test(value) });

/** The id of a thing, or empty. */
export const id = (): Member => ({ fallback: '', accepts: isId });

/** True for the id of a thing; no address with another one leads anywhere. */
export const isId = (value: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

/** True for an address of this console. Browsers take a tab or a line feed out of one: `/\t/x` is `//x`, another site. */
export const isOwnAddress = (value: string): boolean => /^\/(?![/\\])\P{Cc}*$/u.test(value);

export type Members = Readonly<Record<string, Member>>;
export type SearchOf<Of extends Members> = { readonly [Name in keyof Of]?: string };

/** The members of an address that are valid and not the usual ones: what is wrong is left out, never an error. */
export const validSearch =
  <Of extends Members>(members: Of) =>
  (raw: Record<string, unknown>): SearchOf<Of> => {
    const found: Record<string, string> = {};
    for (const [name, { fallback, accepts }] of Object.entries(members)) {
      const given = raw[name];
      // The router reads 3 and true in an address as what they look like.
      const value = typeof given === 'number' || typeof given === 'boolean' ? String(given) : given;
      if (typeof value === 'string' && value !== fallback && accepts(value)) found[name] = value;
    }
    return found;
  };

/** Every member with its value. The router hands on what an address says unchecked too: what is wrong counts as absent. */
export function valuesOf<Of extends Members>(members: Of, search: Record<string, unknown>): Record<keyof Of, string> {
  const valid = validSearch(members)(search);
  const values = Object.entries(members).map(([name, { fallback }]) => [name, valid[name] ?? fallback]);
  return Object.fromEntries(values) as Record<keyof Of, string>;
}

interface Going {
  /** True for what Back should undo (a tab, an opened row); typing in a search field replaces. */
  readonly push?: boolean;
}

/**
 * The members of this page's address, each with a value, and a way to change some of them. A page that is being left
 * changes nothing: what was typed a moment before is not asked for on the next page.
 */
export function useAddress<Of extends Members>(
  members: Of,
): readonly [Readonly<Record<keyof Of, string>>, (part: SearchOf<Of>, going?: Going) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const router = useRouter();
  const own = useMatch({ strict: false, select: ({ pathname }) => pathname });
  const values = valuesOf(members, search);
  const change = (part: SearchOf<Of>, { push = false }: Going = {}): void => {
    if (plain(router.latestLocation.pathname) !== plain(own)) return;
    void navigate({
      to: '.',
      search: (now: Record<string, string>) => spoken(members, { ...now, ...part }),
      replace: !push,
      resetScroll: false,
    });
  };
  return [values, change];
}

/** An address does not say what it means anyway. */
const spoken = (members: Members, search: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(search).filter(([name, value]) => value !== members[name]?.fallback));

/** A path without the stroke at its end, which the router puts there for a page that stands for its folder. */
const plain = (path: string): string => path.replace(/\/+$/, '');
