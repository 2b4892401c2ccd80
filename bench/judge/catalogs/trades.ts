// Thirteen catalogs by people who had seen neither the judge nor the other catalogs. The trails of a group of
// hospitals, a machine builder, a law firm, a chain of garden centres, an insurance broker and the offices of a
// university are lean (a title, when they are for, none to three examples; the university's have three to six). Those
// of a town, a forwarder and a software company are as the publish checklist asks for, and their prompts by another
// hand, who saw no example, keyword or prompt of them; so are the prompts of an airport and of clinics (lean), of a
// bank and a publisher. Prompts come with typos, in keywords, in other languages, or with a pasted text around them.
// Their totals were looked at for many changes (docs/judge.md), no answer was read.
import { type AuthoredCatalog, asked, type Case } from './authored-trail.ts';
import airport from './trade-airport.json' with { type: 'json' };
import bank from './trade-bank.json' with { type: 'json' };
import forwarder from './trade-forwarder.json' with { type: 'json' };
import gardenCentres from './trade-garden-centres.json' with { type: 'json' };
import hospitals from './trade-hospital.json' with { type: 'json' };
import insurance from './trade-insurance.json' with { type: 'json' };
import lawFirm from './trade-law-firm.json' with { type: 'json' };
import machines from './trade-machines.json' with { type: 'json' };
import publisher from './trade-publisher.json' with { type: 'json' };
import software from './trade-software.json' with { type: 'json' };
import town from './trade-town.json' with { type: 'json' };
import university from './trade-university.json' with { type: 'json' };
import vets from './trade-vets.json' with { type: 'json' };

interface Written {
  readonly trails: readonly {
    readonly id: string;
    readonly title: string;
    readonly when: string;
    readonly about?: string;
    readonly keywords?: readonly string[];
    readonly match?: readonly string[];
    readonly noMatch?: readonly string[];
    readonly prompts?: readonly { readonly label: string; readonly body: string }[];
  }[];
  readonly cases: readonly Case[];
}

export const TRADE_CATALOGS = {
  'trade: hospitals': catalogOf(hospitals),
  'trade: machines': catalogOf(machines),
  'trade: law firm': catalogOf(lawFirm),
  'trade: garden centres': catalogOf(gardenCentres),
  'trade: insurance': catalogOf(insurance),
  'trade: university': catalogOf(university),
  'trade: town': catalogOf(town),
  'trade: forwarder': catalogOf(forwarder),
  'trade: software': catalogOf(software),
  'trade: airport': catalogOf(airport),
  'trade: vets': catalogOf(vets),
  'trade: bank': catalogOf(bank),
  'trade: publisher': catalogOf(publisher),
} as const;

/** A catalog as it is written down in a file. */
export function catalogOf({ trails, cases }: Written): AuthoredCatalog {
  return asked(
    trails.map(({ id, title, about, when, keywords, match = [], noMatch = [], prompts }) => ({
      id,
      document: {
        title,
        description: about,
        trigger: {
          when,
          keywords,
          examples: [
            ...match.map((text) => ({ text, expect: 'match' as const })),
            ...noMatch.map((text) => ({ text, expect: 'no_match' as const })),
          ],
        },
        ...(prompts === undefined ? {} : { prompts }),
      },
    })),
    cases,
  );
}
