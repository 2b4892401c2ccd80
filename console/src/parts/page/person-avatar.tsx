// A disc with the initials of a person or group. The id determines its color, so it is the same everywhere. Also the
// details that tell people of the same name apart.
import { AVATAR_GROUNDS } from '../../tokens.ts';
import { locale } from '../texts/language.ts';
import { t } from '../texts/t.ts';

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
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => firstLetterOf(word ?? ''));
  return letters.join('').toLocaleUpperCase();
}

/** A flag or a family is one letter, although it consists of several characters. */
export function firstLetterOf(text: string): string {
  const [first] = new Intl.Segmenter(locale(), { granularity: 'grapheme' }).segment(text);
  return first?.segment ?? '';
}

/** The background color of an id. Must stay the same across releases. */
export function groundOf(id: string): string {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return AVATAR_GROUNDS[sum % AVATAR_GROUNDS.length] ?? AVATAR_GROUNDS[0];
}

interface Described {
  readonly email: string | null;
  readonly title?: string | null;
  readonly manager?: { readonly name: string } | null;
}

/** "ana@acme.test · Engineer · reports to Ben Lind". */
export const aboutPerson = ({ email, title, manager }: Described): string =>
  [email, title, manager && t('reports to {manager}', { manager: manager.name })].filter(Boolean).join(' · ');
