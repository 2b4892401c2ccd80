// The languages of problem documents: English, and each language with a catalog `texts/de/service.json`, which maps
// English messages to German ones.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type Speech, speechOf } from '../../base/texts/t.ts';
import { acceptedLanguage } from './negotiate.ts';

export interface Language extends Speech {
  /** A language tag (RFC 5646). */
  readonly name: string;
}

/** The language for an Accept-Language header; undefined for English. */
export type Languages = (accepted: string | undefined) => Language | undefined;

/** `translators`: by language, without English. */
export function languagesOf(translators: ReadonlyMap<string, Speech['translate']>): Languages {
  const names = ['en', ...translators.keys()];
  const known = new Map([...translators].map(([name, translate]) => [name, { name, ...speechOf(name, translate) }]));
  return (accepted) => {
    if (accepted === undefined || known.size === 0) return undefined;
    return known.get(acceptedLanguage(accepted, names) ?? 'en');
  };
}

const FOLDER = new URL('../../../texts/', import.meta.url);

/** Reads the catalogs of this release. Without the folder, all messages are English. */
export function readLanguages(): Languages {
  const names = existsSync(FOLDER) ? readdirSync(FOLDER) : [];
  return languagesOf(
    new Map(
      names.flatMap((name) => {
        const file = new URL(`${name}/service.json`, FOLDER);
        return existsSync(file) ? [[name, translatorOf(readFileSync(file, 'utf8'))]] : [];
      }),
    ),
  );
}

/** Messages without a translation stay English. */
function translatorOf(catalog: string): Speech['translate'] {
  const texts = new Map(Object.entries(JSON.parse(catalog) as Record<string, string>));
  return (message) => texts.get(message) || message;
}
