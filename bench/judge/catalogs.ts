// The authored catalogs of packages/judge-data, grouped by what they may be used for. Never adapt the judge to single
// prompts that it gets wrong. Ask which family of office language is missing, and add that.
import { type AuthoredCatalog, readCatalog, readGeneric, readPromptsFor } from './judge-data.ts';

/** Word groups, fields and designs are tried on these catalogs. The calibration with meaning is fitted on them too. */
export const DEVELOPMENT_CATALOGS = {
  /** The first catalog, written before the concept groups. */
  development: readCatalog('development'),
  /** Prompts that share neither a word nor a close concept with their trail. */
  paraphrases: readCatalog('paraphrases'),
  /** Short and hasty prompts. */
  short: readCatalog('short'),
} as const satisfies Record<string, AuthoredCatalog>;

/** The calibration by words is fitted on this catalog. */
export const OFFICE_CATALOG = readCatalog('calibration');

/**
 * The catalog for published figures. One author wrote the trails, and another wrote the prompts, knowing only titles,
 * roles, descriptions and trigger texts. Nothing is fitted or chosen on it. If someone looks at individual errors, move
 * it to DEVELOPMENT_CATALOGS and have a new one written.
 */
export const EVALUATION_CATALOG = readCatalog('evaluation');

/** Few words, no capitals, typos and abbreviations. Nothing is fitted on it. */
export const TYPED_CATALOG = readCatalog('typed');

/**
 * The catalog of hasty prompts in German, French and Spanish, written before the word lists of these languages were
 * extended.
 */
export const FOREIGN_CATALOGS: Readonly<Record<string, AuthoredCatalog>> = {
  de: readPromptsFor(TYPED_CATALOG, 'typed-de'),
  fr: readPromptsFor(TYPED_CATALOG, 'typed-fr'),
  es: readPromptsFor(TYPED_CATALOG, 'typed-es'),
};

const appliances = readCatalog('blind-appliances');
const schools = readCatalog('fresh-schools');

/**
 * Written by authors who had seen neither the judge nor the other catalogs. No results were ever looked at, and nothing
 * is fitted on them. The first four are lean: a title, a trigger text and at most three examples.
 */
export const BLIND_CATALOGS = {
  'blind: supermarkets': readCatalog('blind-supermarkets'),
  'blind: charity': readCatalog('blind-charity'),
  'blind: builder': readCatalog('blind-builder'),
  'blind: trams': readCatalog('blind-trams'),
  'blind: medicines': readCatalog('blind-medicines'),
  'blind: consultancy': readCatalog('blind-consultancy'),
  'blind: appliances': appliances,
} as const satisfies Record<string, AuthoredCatalog>;

/** These have no generic prompts in English. */
export const BLIND_FOREIGN_CATALOGS = {
  'blind: appliances, German': readPromptsFor(appliances, 'blind-appliances-de'),
  'blind: appliances, French': readPromptsFor(appliances, 'blind-appliances-fr'),
  'blind: appliances, Spanish': readPromptsFor(appliances, 'blind-appliances-es'),
} as const satisfies Record<string, AuthoredCatalog>;

/** Blind catalogs that were first measured after everything else was settled. */
export const FRESH_CATALOGS = {
  'fresh: archive': readCatalog('fresh-archive'),
  'fresh: brewery': readCatalog('fresh-brewery'),
  'fresh: games': readCatalog('fresh-games'),
  'fresh: schools': schools,
  'fresh: schools, German': readPromptsFor(schools, 'fresh-schools-de'),
} as const satisfies Record<string, AuthoredCatalog>;

/**
 * Written by authors who had seen neither the judge nor the other catalogs. The calibration with meaning is fitted on
 * them. All are lean except for the town, the forwarder, the software company, the bank and the publisher.
 */
export const TRADE_CATALOGS = {
  'trade: hospitals': readCatalog('trade-hospitals'),
  'trade: machines': readCatalog('trade-machines'),
  'trade: law firm': readCatalog('trade-law-firm'),
  'trade: garden centres': readCatalog('trade-garden-centres'),
  'trade: insurance': readCatalog('trade-insurance'),
  'trade: university': readCatalog('trade-university'),
  'trade: town': readCatalog('trade-town'),
  'trade: forwarder': readCatalog('trade-forwarder'),
  'trade: software': readCatalog('trade-software'),
  'trade: airport': readCatalog('trade-airport'),
  'trade: vets': readCatalog('trade-vets'),
  'trade: bank': readCatalog('trade-bank'),
  'trade: publisher': readCatalog('trade-publisher'),
} as const satisfies Record<string, AuthoredCatalog>;

/** English everyday prompts that fit no catalog. */
export const EVERYDAY: readonly string[] = readGeneric('everyday-en');

/** Lean catalogs for development, written by one author who had not seen any results. */
export const LEAN_CATALOGS = {
  'lean: hotel': readCatalog('lean-hotel'),
  'lean: energy': readCatalog('lean-energy'),
} as const satisfies Record<string, AuthoredCatalog>;

const withEveryday = (catalog: AuthoredCatalog): AuthoredCatalog => ({
  ...catalog,
  generic: [...catalog.generic, ...EVERYDAY],
});

export const LEAN_DEVELOPMENT: Readonly<Record<string, AuthoredCatalog>> = {
  'lean: hotel': withEveryday(LEAN_CATALOGS['lean: hotel']),
  'lean: energy': withEveryday(LEAN_CATALOGS['lean: energy']),
};

/**
 * Typed in a hurry by authors who had seen only titles, roles, descriptions and trigger texts. Nothing is fitted on
 * them. Their total scores were used to choose two lists of everyday phrases, two calibrations and a last layer.
 */
export const HURRIED_CATALOGS = {
  'hurried: short': readPromptsFor(DEVELOPMENT_CATALOGS.short, 'hurried-short'),
  'hurried: typed': readPromptsFor(TYPED_CATALOG, 'hurried-typed'),
  'hurried: evaluation': { ...EVALUATION_CATALOG, generic: readGeneric('hurried-evaluation') },
  'hurried: software': { ...TRADE_CATALOGS['trade: software'], generic: readGeneric('hurried-software') },
  'hurried: town': { ...TRADE_CATALOGS['trade: town'], generic: readGeneric('hurried-town') },
} as const satisfies Record<string, AuthoredCatalog>;

const greetings = readGeneric('greetings');

/**
 * Two prompts per trail as hurried employees type them, by one author who had seen only the titles, and greetings and
 * requests for anything. No results were ever read, and nothing is fitted on them.
 */
export const TITLE_CATALOGS = {
  'title: brewery': { ...readPromptsFor(FRESH_CATALOGS['fresh: brewery'], 'hurried-brewery'), generic: greetings },
  'title: hotel': { ...readPromptsFor(LEAN_CATALOGS['lean: hotel'], 'hurried-hotel'), generic: greetings },
  'title: hospitals': {
    ...readPromptsFor(TRADE_CATALOGS['trade: hospitals'], 'hurried-hospitals'),
    generic: greetings,
  },
} as const satisfies Record<string, AuthoredCatalog>;

/** The catalogs of several organizations as one. An id is the file, a slash, and the id in the file. */
const merged = (...files: readonly string[]): AuthoredCatalog => ({
  trails: files.flatMap((file) => readCatalog(file).trails.map((one) => ({ ...one, id: `${file}/${one.id}` }))),
  generic: [],
});

const SMALL = merged('fresh-brewery', 'lean-hotel');
const MIDDLE = merged('blind-supermarkets', 'blind-trams', 'blind-builder', 'lean-energy', 'fresh-schools');
const LARGE = merged(
  ...['supermarkets', 'trams', 'builder', 'medicines', 'consultancy', 'appliances', 'charity'].map((o) => `blind-${o}`),
  ...['brewery', 'schools', 'archive', 'games'].map((organization) => `fresh-${organization}`),
  ...['lean-hotel', 'lean-energy', 'typed'],
);
const askedNone = readGeneric('asked-none');

/**
 * Prompts as hurried employees type them, written from titles alone, and prompts that fit no trail: office requests for
 * any text, private matters, greetings, code, and thirty longer ones. Two constants of the choice of candidates were
 * picked on every other prompt.
 */
export const ASKED_CATALOGS = {
  'asked: 38 trails': { ...readPromptsFor(SMALL, 'asked-38'), generic: askedNone },
  'asked: 120 trails': { ...readPromptsFor(MIDDLE, 'asked-120'), generic: askedNone },
  'asked: 326 trails': { ...readPromptsFor(LARGE, 'asked-326'), generic: askedNone },
} as const satisfies Record<string, AuthoredCatalog>;

/** Half of the prompts for 326 trails, each followed by its task in a plain sentence, as AI tools send it. */
export const PLAIN_CATALOG = { ...readPromptsFor(LARGE, 'asked-326-plain'), generic: readGeneric('asked-none-plain') };

/**
 * Typed with typical errors and abbreviations by two authors who had seen only the trails. A third of the prompts have
 * no error. No results were ever looked at, and nothing is fitted on them.
 */
export const MISTYPED_CATALOGS = {
  'mistyped: archive': readPromptsFor(FRESH_CATALOGS['fresh: archive'], 'mistyped-archive'),
  'mistyped: software': readPromptsFor(TRADE_CATALOGS['trade: software'], 'mistyped-software'),
  'mistyped again: archive': readPromptsFor(FRESH_CATALOGS['fresh: archive'], 'mistyped-again-archive'),
  'mistyped again: software': readPromptsFor(TRADE_CATALOGS['trade: software'], 'mistyped-again-software'),
} as const satisfies Record<string, AuthoredCatalog>;

const LANGUAGES = ['de', 'fr', 'es'] as const;

/** One prompt per trail, and everyday prompts in other languages, for work on the word lists. */
export const FOREIGN_DEVELOPMENT: Readonly<Record<string, AuthoredCatalog>> = Object.fromEntries(
  LANGUAGES.flatMap((language) => {
    const generic = readGeneric(`everyday-${language}`);
    return [
      [`${language}, calibration`, { ...readPromptsFor(OFFICE_CATALOG, `calibration-${language}`), generic }],
      [`${language}, short`, { ...readPromptsFor(DEVELOPMENT_CATALOGS.short, `short-${language}`), generic }],
    ];
  }),
);

/**
 * Two prompts per trail in other languages, written by one author who knew only titles and trigger texts. For
 * development.
 */
export const FOREIGN_TRADES: Readonly<Record<string, AuthoredCatalog>> = {
  ...inEachLanguage('hotel', LEAN_CATALOGS['lean: hotel'], 'lean-hotel'),
  ...inEachLanguage('software', TRADE_CATALOGS['trade: software'], 'trade-software'),
};

function inEachLanguage(label: string, catalog: AuthoredCatalog, file: string): Record<string, AuthoredCatalog> {
  return Object.fromEntries(
    LANGUAGES.map((language) => [`${language}, ${label}`, readPromptsFor(catalog, `${file}-${language}`)]),
  );
}
