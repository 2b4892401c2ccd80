// What of a page stands in its address: tab, filter, search, sort, the open row. A page declares its members once
// (`addresses.ts`), the router checks them, and the page reads and changes them here. Reload and Back keep them.
import { useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { countCharacters } from '../../../../src/trails/document/limits.ts';

/** A member of an address: what it may be, and what it is where the address does not say. */
interface Member<Value extends string = string> {
  readonly fallback: Value;
  readonly accepts: (value: string) => value is Value;
}

/** Any text of at most `most` characters, empty where it is not given. The service takes none with a NUL in it. */
export const text = (most = 200): Member => ({
  fallback: '',
  accepts: (value): value is string => countCharacters(value) <= most && !value.includes('\0'),
});

/** One of a few words; the first is the usual one. */
export const oneOf = <const Word extends string>(usual: Word, ...others: Word[]): Member<Word> => ({
  fallback: usual,
  accepts: (value): value is Word => [usual, ...others].some((word) => word === value),
});

/** A whole number above 0, or empty. */
export const number = (): Member => matching(/^[1-9]\d{0,8}$/);

/** A day such as 2026-11-22, or empty. */
export const day = (): Member => matching(/^\d{4}-\d\d-\d\d$/);

/** The id of a thing, or empty. */
export const id = (): Member => matching(ID);

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** True for the id of a thing; no address with another one leads anywhere. */
export const isId = (value: string): boolean => ID.test(value);

const matching = (pattern: RegExp): Member => ({
  fallback: '',
  accepts: (value): value is string => pattern.test(value),
});

/**
 * True for an address of this console. Browsers take a tab or a line feed out of one: `/\t/x` is `//x`, another site.
 */
export const isOwnAddress = (value: string): boolean => /^\/(?![/\\])\P{Cc}*$/u.test(value);

/** What a control says, as a value of the member: the usual one for nothing, and for what it does not accept. */
export const valueIn = <Value extends string>({ fallback, accepts }: Member<Value>, value: string | null): Value =>
  value !== null && accepts(value) ? value : fallback;

export type Members = Readonly<Record<string, Member>>;
type ValueOf<Of> = Of extends Member<infer Value> ? Value : never;
/** Every member with its value. */
export type ValuesOf<Of extends Members> = { readonly [Name in keyof Of]: ValueOf<Of[Name]> };
export type SearchOf<Of extends Members> = Partial<ValuesOf<Of>>;

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
    return found as SearchOf<Of>;
  };

/**
 * Every member with its value. The router hands on what an address says unchecked too: what is wrong counts as absent.
 */
export function valuesOf<Of extends Members>(members: Of, search: Record<string, unknown>): ValuesOf<Of> {
  const fallbacks = Object.entries(members).map(([name, { fallback }]) => [name, fallback]);
  return { ...Object.fromEntries(fallbacks), ...validSearch(members)(search) };
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
): readonly [ValuesOf<Of>, (part: SearchOf<Of>, going?: Going) => void] {
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
