// Two lean catalogs for development: the offices of a hotel group and of an energy utility (a title, a moment, none to
// two examples a trail), with 66 unseen and 36 everyday prompts each, and a hundred everyday prompts more. Trails and
// prompts by one hand, all written before any answer was seen; variants were chosen along their totals (docs/judge.md).
import type { AuthoredCatalog } from './authored-trail.ts';
import energy from './lean-energy.json' with { type: 'json' };
import everyday from './lean-everyday.json' with { type: 'json' };
import hotel from './lean-hotel.json' with { type: 'json' };
import { catalogOf } from './trades.ts';

/** Everyday prompts that belong to no catalog. */
export const EVERYDAY: readonly string[] = everyday;

const withMore = (catalog: AuthoredCatalog): AuthoredCatalog => ({
  ...catalog,
  generic: [...catalog.generic, ...EVERYDAY],
});

/** As they were written. */
export const LEAN_CATALOGS = { 'lean: hotel': catalogOf(hotel), 'lean: energy': catalogOf(energy) };

export const LEAN_DEVELOPMENT: Readonly<Record<string, AuthoredCatalog>> = {
  'lean: hotel': withMore(LEAN_CATALOGS['lean: hotel']),
  'lean: energy': withMore(LEAN_CATALOGS['lean: energy']),
};
