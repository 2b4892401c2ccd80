// The authored catalogs by what each is for. Prompts of one must never be worked into the judge because the other fails
// on them: ask which family of office language is missing, and write that.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AuthoredCatalog } from './authored-trail.ts';
import { DEVELOPMENT_CATALOG } from './development.ts';
import { PARAPHRASES_CATALOG } from './development-paraphrases.ts';
import { SHORT_CATALOG } from './development-short.ts';

/** Catalogs on which concept groups, fields and designs are tried; nothing of the calibration is fitted on them. */
export const DEVELOPMENT_CATALOGS = {
  development: DEVELOPMENT_CATALOG,
  paraphrases: PARAPHRASES_CATALOG,
  short: SHORT_CATALOG,
} as const satisfies Record<string, AuthoredCatalog>;

/**
 * The catalog that figures are reported on, or null where none is held. Drop a file `evaluation.ts` beside this one that
 * exports `EVALUATION_CATALOG: AuthoredCatalog`: the bench and the floors take it up by themselves. Once its single
 * errors have been read it is a development catalog, belongs into the list above, and another has to be written.
 */
export async function evaluationCatalog(): Promise<AuthoredCatalog | null> {
  const file = new URL('./evaluation.ts', import.meta.url);
  if (!existsSync(fileURLToPath(file))) return null;
  const { EVALUATION_CATALOG }: { EVALUATION_CATALOG: AuthoredCatalog } = await import(file.href);
  return EVALUATION_CATALOG;
}
