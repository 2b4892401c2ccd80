// Thirteen catalogs by people who had seen neither the judge nor the other catalogs. The trails of a group of hospitals, a
// machine builder, a law firm, a chain of garden centres, an insurance broker and the offices of a university are lean (a
// title, when they are for, none to three examples; the university's have three to six). Those of a town, a forwarder and
// a software company are as the publish checklist asks for, and their prompts by another hand, who saw no example, keyword
// or prompt of them; so are the prompts of an airport and of clinics (lean), of a bank and a publisher. Prompts come with
// typos, in keywords, in other languages, or with a pasted text around them. Nothing is fitted on them and no answer is
// read.
import { type AuthoredCatalog, asked, type Case } from './authored-trail.ts';
import airport from './blind-airport.json' with { type: 'json' };
import bank from './blind-bank.json' with { type: 'json' };
import forwarder from './blind-forwarder.json' with { type: 'json' };
import gardenCentres from './blind-garden-centres.json' with { type: 'json' };
import hospitals from './blind-hospital.json' with { type: 'json' };
import insurance from './blind-insurance.json' with { type: 'json' };
import lawFirm from './blind-law-firm.json' with { type: 'json' };
import machines from './blind-machines.json' with { type: 'json' };
import publisher from './blind-publisher.json' with { type: 'json' };
import software from './blind-software.json' with { type: 'json' };
import town from './blind-town.json' with { type: 'json' };
import university from './blind-university.json' with { type: 'json' };
import vets from './blind-vets.json' with { type: 'json' };

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

export const BLIND_CATALOGS = {
  'blind: hospitals': catalogOf(hospitals),
  'blind: machines': catalogOf(machines),
  'blind: law firm': catalogOf(lawFirm),
  'blind: garden centres': catalogOf(gardenCentres),
  'blind: insurance': catalogOf(insurance),
  'blind: university': catalogOf(university),
  'blind: town': catalogOf(town),
  'blind: forwarder': catalogOf(forwarder),
  'blind: software': catalogOf(software),
  'blind: airport': catalogOf(airport),
  'blind: vets': catalogOf(vets),
  'blind: bank': catalogOf(bank),
  'blind: publisher': catalogOf(publisher),
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
