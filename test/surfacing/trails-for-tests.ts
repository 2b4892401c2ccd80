// Small trails and catalogs for the judge's tests.
import type { CatalogView } from '@cairn/surfacing-judge/judge';
import { type JudgedTrail, judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';

export const trailId = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

export interface TrailWords {
  readonly match?: readonly string[];
  readonly noMatch?: readonly string[];
  readonly keywords?: readonly string[];
  readonly when?: string;
}

export function trailWith(number: number, title: string, words: TrailWords = {}): JudgedTrail {
  const examples = [
    ...(words.match ?? []).map((text) => ({ text, expect: 'match' as const })),
    ...(words.noMatch ?? []).map((text) => ({ text, expect: 'no_match' as const })),
  ];
  return judgedTrail(trailId(number), {
    title,
    trigger: { when: words.when ?? '', keywords: words.keywords ?? [], examples },
  });
}

export const REMINDER = trailWith(1, 'Remind a customer to pay', {
  when: 'An invoice is overdue.',
  keywords: ['payment reminder', 'overdue invoice', 'dunning letter'],
  match: ['write a payment reminder for an overdue invoice', 'second reminder to a client who has not paid'],
});

export const ADVERT = trailWith(2, 'Write a job advert', {
  when: 'A position was approved.',
  keywords: ['job posting', 'vacancy text'],
  match: ['write a job posting for a warehouse lead', 'draft an advert for our open controller role'],
});

export const MINUTES = trailWith(3, 'Write minutes of a meeting', {
  when: 'A meeting ended.',
  keywords: ['meeting minutes', 'action items'],
  match: ['write minutes from this transcript', 'list decisions and action items from my meeting notes'],
});

export function viewWith(judge: LexicalJudge, ...trails: readonly JudgedTrail[]): CatalogView {
  const catalog = judge.emptyCatalog();
  for (const trail of trails) catalog.upsert(trail);
  return { catalogs: [catalog], hidden: new Set() };
}
