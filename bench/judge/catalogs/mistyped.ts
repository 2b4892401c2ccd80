// Prompts of two catalogs typed in a hurry, with the errors and shortenings that people make: 192 for trails, by
// somebody who saw the trails and neither the judge nor its lists, and 80 that fit none. A third have no error, one in
// eight has many. Nothing is fitted on them, and nobody has read what is answered; their totals were looked at twice.
import { type AuthoredCatalog, asked } from './authored-trail.ts';
import { FRESH_CATALOGS } from './blind.ts';
import mistyped from './mistyped.json' with { type: 'json' };
import { TRADE_CATALOGS } from './trades.ts';

export const MISTYPED_CATALOGS = {
  'mistyped: archive': asked(FRESH_CATALOGS['fresh: archive'].trails, mistyped.archive),
  'mistyped: software': asked(TRADE_CATALOGS['trade: software'].trails, mistyped.software),
} as const satisfies Record<string, AuthoredCatalog>;
