// A disc with the initials of a person or group. The id determines its color, so it is the same everywhere.
import { AVATAR_GROUNDS } from '../../tokens.ts';

interface PersonAvatarProps {
  readonly id: string;
  /** A name or, failing that, an email address. */
  readonly name: string;
  /** In pixels. */
  readonly size?: number;
}

/** Decorative: screen readers read only the name next to it. */
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

/** The first letters of the first and the last word: "Ada King Lovelace" gives "AL". */
export function initialsOf(name: string): string {
  const words = name.split(/[\s@.]+/).filter((word) => word !== '');
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toLocaleUpperCase();
}

/** The background color of an id. Must stay the same across releases. */
export function groundOf(id: string): string {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return AVATAR_GROUNDS[sum % AVATAR_GROUNDS.length] ?? AVATAR_GROUNDS[0];
}
