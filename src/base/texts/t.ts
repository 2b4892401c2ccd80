// Sentences for people: English messages with their values, which doors translate.
import { formatMessage, type Numbers } from './format-message.ts';

/** A number gets its separators, so pass ids, years and versions as strings. Sentences in a list follow each other. */
export type Value = string | number | Text | readonly Sentence[] | null | undefined;
export type Values = Readonly<Record<string, Value>>;

/** How a language says a message. */
export interface Speech extends Numbers {
  /** The message in that language. Returns it unchanged if it has no translation. */
  readonly translate: (message: string) => string;
}

/** A sentence for people: a message with values, or a plain string, which is a message without values. */
export type Sentence = string | Text;

export class Text {
  readonly message: string;
  readonly values: Values | undefined;
  #english: string | undefined;
  constructor(message: string, values: Values | undefined) {
    this.message = message;
    this.values = values;
  }

  in(speech: Speech): string {
    const { message, values } = this;
    const translated = speech.translate(message);
    if (values === undefined) return translated;
    const argument = (name: string): string | number | undefined => {
      const value = values[name] ?? undefined;
      if (value instanceof Text) return value.in(speech);
      return typeof value === 'object' ? value.map((one) => asText(one).in(speech)).join(' ') : value;
    };
    return formatMessage(translated, { ...speech, argument }).join('');
  }

  /** The English sentence. */
  toString(): string {
    this.#english ??= this.in(ENGLISH);
    return this.#english;
  }

  toJSON(): string {
    return this.toString();
  }
}

/**
 * A sentence with values, in the syntax of ICU MessageFormat:
 * `t('At most {limit} are allowed. Remove {count, plural, one {one} other {#}}.', { limit, count })`. The message is
 * its key in the catalogs, so it must be a literal. A sentence without values is a plain string.
 */
export const t = (message: string, values?: Values): Text => new Text(message, values);

export const asText = (sentence: Sentence): Text =>
  sentence instanceof Text ? sentence : new Text(sentence, undefined);

export function speechOf(language: string, translate: Speech['translate']): Speech {
  const digits = new Intl.NumberFormat(language);
  const rules = new Intl.PluralRules(language);
  return { digits: (value) => digits.format(value), plural: (count) => rules.select(count), translate };
}

const INTL = speechOf('en', (message) => message);
/** Most sentences are in English, and most numbers are small. `Intl` takes longer than all other steps together. */
const ENGLISH: Speech = {
  ...INTL,
  digits: (value) => (Number.isInteger(value) && Math.abs(value) < 1_000 ? String(value) : INTL.digits(value)),
};
