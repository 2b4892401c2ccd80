import { formatMessage } from '../../../../src/base/texts/format-message.ts';
import { numbers } from './digits.ts';

/**
 * A text for people, in the language of the page. `message` is the English text in the syntax of ICU MessageFormat:
 * `t('{count, plural, one {# trail} other {# trails}} in {team}', { count, team })`. Numbers get their separators. The
 * build replaces the message with its translation, so it must be a literal.
 */
export const t = (
  message: string,
  values: Readonly<Record<string, string | number | null | undefined>> = {},
): string =>
  message.includes('{') ? formatMessage(message, { ...numbers, argument: (name) => values[name] }).join('') : message;
