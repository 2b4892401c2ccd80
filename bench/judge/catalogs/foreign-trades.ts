// The trails of a hotel group (lean) and of a software company, asked for in German, French and Spanish: two unseen
// prompts a trail as people type them, near misses, and prompts that fit none. By one hand, who knew titles and moments
// alone and had seen no answer. For development.
import { type AuthoredCatalog, asked } from './authored-trail.ts';
import { LEAN_CATALOGS } from './lean-development.ts';
import hotelInGerman from './lean-hotel-de.json' with { type: 'json' };
import hotelInSpanish from './lean-hotel-es.json' with { type: 'json' };
import hotelInFrench from './lean-hotel-fr.json' with { type: 'json' };
import softwareInGerman from './trade-software-de.json' with { type: 'json' };
import softwareInSpanish from './trade-software-es.json' with { type: 'json' };
import softwareInFrench from './trade-software-fr.json' with { type: 'json' };
import { TRADE_CATALOGS } from './trades.ts';

const hotel = LEAN_CATALOGS['lean: hotel'].trails;
const software = TRADE_CATALOGS['trade: software'].trails;

export const FOREIGN_TRADES: Readonly<Record<string, AuthoredCatalog>> = {
  'de, hotel': asked(hotel, hotelInGerman.cases),
  'fr, hotel': asked(hotel, hotelInFrench.cases),
  'es, hotel': asked(hotel, hotelInSpanish.cases),
  'de, software': asked(software, softwareInGerman.cases),
  'fr, software': asked(software, softwareInFrench.cases),
  'es, software': asked(software, softwareInSpanish.cases),
};
