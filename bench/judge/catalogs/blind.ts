// Seven catalogs by people who had seen neither the judge nor the other catalogs, and whose answers nobody has read:
// the blind test. A chain of supermarkets, a charity, a builder and a tram company are lean (a title, when they are
// for, none to three examples), a maker of medicines and a consultancy as the publish checklist asks for, a maker of
// household appliances between the two; its trails are asked for in German, French and Spanish too, and no generic
// prompt of these is English. Nothing is fitted on them; docs/judge.md counts how often their totals were looked at.
import { type AuthoredCatalog, asked } from './authored-trail.ts';
import appliances from './blind-appliances.json' with { type: 'json' };
import german from './blind-appliances-de.json' with { type: 'json' };
import spanish from './blind-appliances-es.json' with { type: 'json' };
import french from './blind-appliances-fr.json' with { type: 'json' };
import archive from './blind-archive.json' with { type: 'json' };
import brewery from './blind-brewery.json' with { type: 'json' };
import charity from './blind-charity.json' with { type: 'json' };
import construction from './blind-construction.json' with { type: 'json' };
import consultancy from './blind-consultancy.json' with { type: 'json' };
import games from './blind-games.json' with { type: 'json' };
import pharma from './blind-pharma.json' with { type: 'json' };
import schools from './blind-school-trust.json' with { type: 'json' };
import schoolsInGerman from './blind-school-trust-de.json' with { type: 'json' };
import supermarket from './blind-supermarket.json' with { type: 'json' };
import tram from './blind-tram.json' with { type: 'json' };
import { catalogOf } from './trades.ts';

const appliancesCatalog = catalogOf(appliances);

export const BLIND_CATALOGS = {
  'blind: supermarkets': catalogOf(supermarket),
  'blind: charity': catalogOf(charity),
  'blind: builder': catalogOf(construction),
  'blind: trams': catalogOf(tram),
  'blind: medicines': catalogOf(pharma),
  'blind: consultancy': catalogOf(consultancy),
  'blind: appliances': appliancesCatalog,
} as const satisfies Record<string, AuthoredCatalog>;

/** The trails of the maker of appliances, asked for in other languages. */
export const BLIND_FOREIGN_CATALOGS = {
  'blind: appliances, German': asked(appliancesCatalog.trails, german.cases),
  'blind: appliances, French': asked(appliancesCatalog.trails, french.cases),
  'blind: appliances, Spanish': asked(appliancesCatalog.trails, spanish.cases),
} as const satisfies Record<string, AuthoredCatalog>;

const schoolsCatalog = catalogOf(schools);

/**
 * Four more of the same kind, by people who had seen nothing of this, measured when all else was settled: a city
 * archive, a brewery, a studio that makes games, and a trust of schools, whose trails are asked for in German too.
 */
export const FRESH_CATALOGS = {
  'fresh: archive': catalogOf(archive),
  'fresh: brewery': catalogOf(brewery),
  'fresh: games': catalogOf(games),
  'fresh: schools': schoolsCatalog,
  'fresh: schools, German': asked(schoolsCatalog.trails, schoolsInGerman.cases),
} as const satisfies Record<string, AuthoredCatalog>;
