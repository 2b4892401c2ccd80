// A person or a group as a disc with initials, its colour chosen by the id: the same in every list and on every page.
import { AVATAR_GROUNDS } from '../../tokens.ts';

interface PersonAvatarProps {
  readonly id: string;
  /** A name or, where there is none, an address. */
  readonly name: string;
  /** In pixels. */
  readonly size?: number;
}

/** Decoration beside the name: screen readers hear the name alone. */
export function PersonAvatar({ id, name, size = 28 }: PersonAvatarProps) {
  return (
    <span
      aria-hidden
      className="avatar"
      style={{ width: size, height: size, fontSize: Math.round(size * 0.4), background: groundOf(id) }}
    >
      {initialsOf(name)}
    </span>
  );
}

/** The first letters of the first and the last word: "Ada King Lovelace" is "AL". */
export function initialsOf(name: string): string {
  const words = name.split(/[\s@.]+/).filter((word) => word !== '');
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toLocaleUpperCase();
}

/** The ground of an id, stable over pages and releases. */
export function groundOf(id: string): string {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return AVATAR_GROUNDS[sum % AVATAR_GROUNDS.length] ?? AVATAR_GROUNDS[0];
}
