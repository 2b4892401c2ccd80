// The shape of the catalogs written for measuring: a trail, prompts it should surface for that it does not list, and
// near misses that it should not surface for.
import type { JudgeableDocument } from '@cairn/surfacing-judge/judged-trail';

export interface AuthoredTrail {
  readonly id: string;
  readonly document: JudgeableDocument;
  readonly unseen: readonly string[];
  readonly nearMisses: readonly string[];
}

export interface AuthoredCatalog {
  readonly trails: readonly AuthoredTrail[];
  /** Prompts that no trail of the catalog fits. */
  readonly generic: readonly string[];
}

/** A prompt as it is written down in a file. */
export interface Case {
  readonly text: string;
  /** `unseen`, `nearMiss` or `other`. */
  readonly kind: string;
  /** The trail that an unseen prompt is for. */
  readonly trail: string | null;
  /** The trail that a near miss sounds like. */
  readonly near?: string;
}

/** The trails, asked those prompts. */
export const asked = (
  trails: readonly Pick<AuthoredTrail, 'id' | 'document'>[],
  cases: readonly Case[],
): AuthoredCatalog => ({
  trails: trails.map(({ id, document }) => ({
    id,
    document,
    unseen: cases.filter((one) => one.kind === 'unseen' && one.trail === id).map((one) => one.text),
    nearMisses: cases.filter((one) => one.near === id).map((one) => one.text),
  })),
  generic: cases.filter((one) => one.kind === 'other').map((one) => one.text),
});

interface Draft {
  readonly role: string;
  readonly about: string;
  readonly when: string;
  readonly keywords: readonly string[];
  readonly match: readonly string[];
  readonly noMatch: readonly string[];
  readonly prompts: Readonly<Record<string, string>>;
  readonly unseen: readonly string[];
  readonly nearMisses: readonly string[];
}

/** Writes a trail down: its id is its title in kebab-case. */
export function authored(title: string, draft: Draft): AuthoredTrail {
  const examples = [
    ...draft.match.map((text) => ({ text, expect: 'match' as const })),
    ...draft.noMatch.map((text) => ({ text, expect: 'no_match' as const })),
  ];
  return {
    id: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    document: {
      title,
      target_role: draft.role,
      description: draft.about,
      trigger: { when: draft.when, keywords: draft.keywords, examples },
      prompts: Object.entries(draft.prompts).map(([label, body]) => ({ label, body })),
    },
    unseen: draft.unseen,
    nearMisses: draft.nearMisses,
  };
}
