// Prompts of two catalogs typed in a hurry, with the errors and shortenings that people make, by two hands that saw
// the trails and neither the judge nor its lists: 192 each for trails, and 80 that fit none. A third have no error, few
// have many. Nothing is fitted on them, and nobody has read what is answered; totals of the first hand's were looked at
// twice, of the second's once, when nothing was changed any more.
import { type AuthoredCatalog, asked } from './authored-trail.ts';
import { FRESH_CATALOGS } from './blind.ts';
import mistyped from './mistyped.json' with { type: 'json' };
import again from './mistyped-again.json' with { type: 'json' };
import { TRADE_CATALOGS } from './trades.ts';

const { trails: archive } = FRESH_CATALOGS['fresh: archive'];
const { trails: software } = TRADE_CATALOGS['trade: software'];

export const MISTYPED_CATALOGS = {
  'mistyped: archive': asked(archive, mistyped.archive),
  'mistyped: software': asked(software, mistyped.software),
  'mistyped again: archive': asked(archive, again.archive),
  'mistyped again: software': asked(software, again.software),
} as const satisfies Record<string, AuthoredCatalog>;
