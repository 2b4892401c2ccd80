// Six catalogs by people who had seen neither the judge nor the other catalogs: a group of hospitals, a machine builder, a
// law firm, a chain of garden centres, an insurance broker and the offices of a university. Their trails are lean (a
// title, when they are for, none to three examples; the university's have three to six); prompts come with typos, in
// keywords, in other languages, or with a pasted text around them. Nothing is fitted on them and no answer is read.
import type { AuthoredCatalog } from './authored-trail.ts';
import gardenCentres from './blind-garden-centres.json' with { type: 'json' };
import hospitals from './blind-hospital.json' with { type: 'json' };
import insurance from './blind-insurance.json' with { type: 'json' };
import lawFirm from './blind-law-firm.json' with { type: 'json' };
import machines from './blind-machines.json' with { type: 'json' };
import university from './blind-university.json' with { type: 'json' };

interface Written {
  readonly trails: readonly {
    readonly id: string;
    readonly title: string;
    readonly when: string;
    readonly match?: readonly string[];
  }[];
  readonly cases: readonly {
    readonly text: string;
    /** `unseen`, `nearMiss` or `other`. */
    readonly kind: string;
    /** The trail that an unseen prompt is for. */
    readonly trail: string | null;
    /** The trail that a near miss sounds like. */
    readonly near?: string;
  }[];
}

export const BLIND_CATALOGS = {
  'blind: hospitals': catalogOf(hospitals),
  'blind: machines': catalogOf(machines),
  'blind: law firm': catalogOf(lawFirm),
  'blind: garden centres': catalogOf(gardenCentres),
  'blind: insurance': catalogOf(insurance),
  'blind: university': catalogOf(university),
} as const;

function catalogOf({ trails, cases }: Written): AuthoredCatalog {
  return {
    trails: trails.map(({ id, title, when, match = [] }) => ({
      id,
      document: { title, trigger: { when, examples: match.map((text) => ({ text, expect: 'match' as const })) } },
      unseen: cases.filter((one) => one.kind === 'unseen' && one.trail === id).map((one) => one.text),
      nearMisses: cases.filter((one) => one.near === id).map((one) => one.text),
    })),
    generic: cases.filter((one) => one.kind === 'other').map((one) => one.text),
  };
}
