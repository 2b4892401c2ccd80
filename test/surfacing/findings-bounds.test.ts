// Tests the judge's findings about a document at both sides of their limits. The rankings here are scripted.
import { THRESHOLD } from '@cairn/surfacing-judge/constants';
import type { JudgedTrail } from '@cairn/surfacing-judge/judged-trail';
import { type LexicalJudge, lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { describe, expect, it } from 'vitest';
import { judgeFindings } from '../../src/surfacing/judge-findings.ts';
import { trailId, trailWith, viewWith } from './trails-for-tests.ts';

const judge = lexicalJudge({ encoder: null });
const RIVAL = trailWith(1, 'Rival', { match: ['order office chairs'], keywords: ['chairs'] });
const OWN = trailId(9);
const example = (text: string, expect: 'match' | 'no_match' = 'match') => ({ text, expect });
const documentWith = (examples: readonly object[], keywords: readonly string[] = []) => ({
  id: OWN,
  document: {
    title: 'Own',
    description: 'You order.',
    prompts: [],
    trigger: { when: '', keywords, examples },
  } as never,
});
const fieldsOf = async (...args: Parameters<typeof judgeFindings>): Promise<string[]> =>
  (await judgeFindings(...args)).map(({ field, message }) => `${field}: ${message.split('.')[0]}`);

/** Ranks every prompt the same way: the rival and the document with these probabilities, the more likely one first. */
function scripted(rival: number | undefined, own: number | undefined): LexicalJudge {
  const candidate = (trail: JudgedTrail, confidence: number) => ({
    indexed: { trail },
    confidence,
    close: { centroid: 0 },
  });
  const rankInTurns: LexicalJudge['rankInTurns'] = async (_view, _prompt, { subject } = {}) => {
    const scored = [
      ...(rival === undefined ? [] : [candidate(RIVAL, rival)]),
      ...(own === undefined || !subject ? [] : [candidate(subject, own)]),
    ].sort((one, other) => other.confidence - one.confidence);
    return { text: '', scored, near: [] } as never;
  };
  return { ...judge, rankInTurns };
}

describe('an example', () => {
  const view = viewWith(judge, RIVAL);
  const of = (rival: number | undefined, own: number | undefined, kind: 'match' | 'no_match' = 'match') =>
    fieldsOf(scripted(rival, own), view, documentWith([example('order six desks', kind)]));
  const LOST = ['trigger.examples[0].text: Other wordings of this prompt go to the live trail "Rival"'];
  const ALONE = ['trigger.examples[0].text: Nothing else in this trail matches this example'];

  it('goes to a rival whose confidence reaches the threshold', async () => {
    expect(await of(THRESHOLD, 0.2)).toEqual(LOST);
    expect(await of(THRESHOLD - 1e-6, 0.2)).toEqual([]);
    expect(await of(THRESHOLD, THRESHOLD + 0.1)).toEqual([]);
    expect(await of(THRESHOLD, undefined)).toEqual(LOST);
  });
  it('is unsupported if its confidence is below a tenth', async () => {
    expect(await of(undefined, 0.1)).toEqual([]);
    expect(await of(undefined, 0.0999)).toEqual(ALONE);
    expect(await of(undefined, undefined)).toEqual(ALONE);
  });
  it('is not tried if it does not belong to the trail', async () => {
    expect(await of(THRESHOLD, 0, 'no_match')).toEqual([]);
  });
  it('is identified by its position among all', async () => {
    const given = documentWith([example('a', 'no_match'), example('b'), example('c', 'no_match'), example('d')]);
    const findings = await fieldsOf(scripted(undefined, 0), view, given);
    expect(findings.map((finding) => finding.split(':')[0])).toEqual([
      'trigger.examples[1].text',
      'trigger.examples[3].text',
    ]);
  });
});

describe('a prompt that a live trail lists too', () => {
  const listing = (live: JudgedTrail, hidden: readonly string[] = []) =>
    fieldsOf(
      scripted(undefined, 1),
      { ...viewWith(judge, live), hidden: new Set(hidden) },
      documentWith([example('Order office chairs!')]),
    );

  it('is reported only if that trail is visible, is another one, and lists the prompt as a match', async () => {
    expect(await listing(RIVAL)).toEqual([
      'trigger.examples[0].text: The live trail "Rival" lists the same prompt as a match',
    ]);
    expect(await listing(RIVAL, [RIVAL.id])).toEqual([]);
    expect(await listing({ ...RIVAL, id: OWN })).toEqual([]);
    expect(await listing(trailWith(2, 'None', { noMatch: ['order office chairs'] }))).toEqual([]);
  });
});

describe('a keyword', () => {
  const shared = (live: readonly JudgedTrail[], keywords = ['Office  chairs']) =>
    fieldsOf(judge, viewWith(judge, ...live), documentWith([], keywords));
  const crowd = (...numbers: readonly number[]) =>
    numbers.map((number) => trailWith(number, `Trail ${number}`, { keywords: ['office chairs', `own ${number}`] }));

  it('distinguishes nothing if three other live trails have it', async () => {
    expect(await shared(crowd(1, 2, 3))).toEqual([
      'trigger.keywords[0]: At least 3 live trails have this keyword too, so it does not set this trail apart',
    ]);
    expect(await shared(crowd(1, 2))).toEqual([]);
    expect(await shared(crowd(1, 2, 9))).toEqual([]);
  });
  it('is identified by its position, and only if it is equal', async () => {
    const findings = await shared(crowd(1, 2, 3), ['office', 'chairs', 'office chairs']);
    expect(findings.map((finding) => finding.split(':')[0])).toEqual(['trigger.keywords[2]']);
  });
});
