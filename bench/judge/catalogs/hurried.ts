// Prompts typed in a hurry, by people who had seen titles, roles, descriptions and moments alone: twelve for each trail
// of `short` and `typed` with three near misses, and what fits no trail of five catalogs, 120 or 150 each. Nothing is
// fitted on them. Their totals were looked at for two lists of everyday phrases, two calibrations and a last layer; of
// `typed`, what surfaced of the prompts that fit no trail was read before the second list was written.
import { type AuthoredCatalog, asked } from './authored-trail.ts';
import { SHORT_CATALOG } from './development-short.ts';
import { EVALUATION_CATALOG } from './evaluation.ts';
import generic from './hurried-generic.json' with { type: 'json' };
import short from './hurried-short.json' with { type: 'json' };
import typed from './hurried-typed.json' with { type: 'json' };
import { TRADE_CATALOGS } from './trades.ts';
import { TYPED_CATALOG } from './typed.ts';

export const HURRIED_CATALOGS = {
  'hurried: short': asked(SHORT_CATALOG.trails, short),
  'hurried: typed': asked(TYPED_CATALOG.trails, typed),
  'hurried: evaluation': { ...EVALUATION_CATALOG, generic: generic.evaluation },
  'hurried: software': { ...TRADE_CATALOGS['trade: software'], generic: generic.software },
  'hurried: town': { ...TRADE_CATALOGS['trade: town'], generic: generic.town },
} as const satisfies Record<string, AuthoredCatalog>;
