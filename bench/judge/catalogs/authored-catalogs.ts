// The authored catalogs by what each is for. Prompts of one must never be worked into the judge because it fails on
// them: ask which family of office language is missing, and write that.
import type { AuthoredCatalog } from './authored-trail.ts';
import { DEVELOPMENT_CATALOG } from './development.ts';
import { PARAPHRASES_CATALOG } from './development-paraphrases.ts';
import { SHORT_CATALOG } from './development-short.ts';

/**
 * Catalogs on which concept groups, fields and designs are tried; the calibration with meaning is fitted on them too.
 */
export const DEVELOPMENT_CATALOGS = {
  development: DEVELOPMENT_CATALOG,
  paraphrases: PARAPHRASES_CATALOG,
  short: SHORT_CATALOG,
} as const satisfies Record<string, AuthoredCatalog>;

/**
 * The catalog that figures are reported on. Once its single errors have been read it is a development catalog, belongs
 * into the list above, and another has to be written.
 */
export { EVALUATION_CATALOG } from './evaluation.ts';
/** The same trails in English, and asked for in German, French and Spanish: nothing is fitted on them either. */
export { FOREIGN_CATALOGS } from './foreign.ts';
export { TYPED_CATALOG } from './typed.ts';
