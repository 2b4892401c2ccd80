// The judge's results for hand-written prompts. Every weight and every piece of evidence affects some number in
// verdicts/. The floors (test/surfacing/floors.test.ts) measure quality. After a deliberate change of a weight, review
// the differences and accept them: `npx vitest run packages/surfacing-judge/test/verdicts.test.ts -u`.
import { describe, expect, it } from 'vitest';
import type { SentenceEncoder } from '../src/encoder/sentence-encoder.ts';
import { DIMENSIONS } from '../src/encoder/transformer.ts';
import { type JudgeableDocument, type JudgedTrail, judgedTrail } from '../src/judged-trail.ts';
import { type LexicalJudge, lexicalJudge } from '../src/lexical-judge.ts';
import { stem } from '../src/stem.ts';
import { tokens } from '../src/text.ts';
import { everydayPrompts } from '../src/word-lists.ts';

const examples = (match: readonly string[], noMatch: readonly string[] = []) => [
  ...match.map((text) => ({ text, expect: 'match' as const })),
  ...noMatch.map((text) => ({ text, expect: 'no_match' as const })),
];

/**
 * Trails with different content: trigger text, keywords, match and no-match examples, and prompts, with much of each or
 * none.
 */
const DOCUMENTS: Readonly<Record<string, JudgeableDocument>> = {
  remind: {
    title: 'Remind a customer to pay',
    target_role: 'accounts receivable',
    description: 'A friendly, then a firm letter to a client whose invoice is open.',
    trigger: {
      when: 'An invoice is overdue.',
      keywords: ['payment reminder', 'dunning letter'],
      examples: examples(
        ['write a payment reminder for an overdue invoice', 'second reminder to a client who has not paid'],
        ['pay our own overdue invoice', 'remind me of the meeting on monday'],
      ),
    },
    prompts: [{ label: 'Draft the letter', body: 'Draft a reminder to {{customer}} about invoice {{number}}.' }],
  },
  advert: {
    title: 'Write a job advert',
    trigger: {
      when: 'A position was approved.',
      keywords: ['job posting', 'vacancy text'],
      examples: examples([
        'write a job posting for a warehouse lead',
        'draft an advert for our open controller role',
        'we need a vacancy text for a nurse',
      ]),
    },
  },
  minutes: {
    title: 'Write minutes of a meeting',
    trigger: {
      when: 'A meeting ended.',
      keywords: ['meeting minutes', 'action items'],
      examples: examples(
        ['write minutes from this transcript', 'list decisions and action items from my meeting notes'],
        ['plan a meeting'],
      ),
    },
  },
  backlog: {
    title: 'Rank the backlog',
    trigger: { when: 'Before the planning of a quarter', keywords: ['wsjf'], examples: examples([]) },
  },
  listed: {
    title: 'Answer a complaint',
    trigger: {
      examples: examples([
        'a customer complains about a late order',
        'answer the angry mail of a client',
        'apologise for the damaged parcel',
        'reply to a complaint about an invoice that is wrong',
        'write to a customer whose order is late',
        'calm a client down who waits for the refund',
        'say sorry for the mistake in the invoice',
        'a polite answer to a bad review',
        'offer a voucher to a customer who is upset',
        'a letter to the buyer of a broken lamp',
        'what do we say to a customer who wants the money back',
        'respond to a complaint on the phone',
        'write an apology to a client',
      ]),
    },
  },
  titled: { title: 'Plan a meeting room' },
  welcome: {
    title: 'Welcome a visitor',
    trigger: { when: 'Somebody greets the front desk', examples: examples(['hello']) },
  },
  summary: {
    title: 'Summarise a contract',
    description: 'Reads a contract and lists its terms, dates, prices and risks. '.repeat(12),
    trigger: { when: 'A contract comes in for signature', keywords: ['contract', 'terms', 'supplier agreement'] },
    prompts: [
      { label: 'List the risks', body: 'List every risk of this supplier agreement with its clause.' },
      { label: 'List the dates', body: 'List every date and deadline of this supplier agreement.' },
    ],
  },
  mahnung: {
    title: 'Mahnung schreiben',
    trigger: {
      when: 'Eine Rechnung ist überfällig.',
      keywords: ['mahnung'],
      examples: examples(['schreibe eine mahnung an einen säumigen kunden']),
    },
  },
  // Two equal trails, ordered by their ids.
  twin: { title: 'Report on the sales of a region', trigger: { when: 'A month ended', keywords: ['sales report'] } },
  twin2: { title: 'Report on the sales of a region', trigger: { when: 'A month ended', keywords: ['sales report'] } },
  ...Object.fromEntries(
    ['orders', 'stock', 'travel', 'energy', 'quality', 'training', 'safety', 'press', 'budget'].map((topic) => [
      `report-${topic}`,
      { title: `Report on ${topic}`, trigger: { when: `The report on ${topic} of the month is due` } },
    ]),
  ),
};

const TRAILS: readonly JudgedTrail[] = Object.entries(DOCUMENTS).map(([id, document]) => judgedTrail(id, document));

/**
 * Texts are as similar in meaning as the number of stems they share. Each stem has its own direction in a few of the
 * dimensions.
 */
const STEM_ENCODER: SentenceEncoder = {
  isWord: () => true,
  pieces: Object.assign(() => [], { isPiece: () => true }),
  encode(text) {
    const vector = new Float32Array(DIMENSIONS).fill(0.25);
    for (const word of tokens(text)) {
      let state = 7;
      for (const letter of stem(word)) state = (Math.imul(state, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
      for (let at = 0; at < 24; at++) {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        const place = (state >>> 8) % DIMENSIONS;
        vector[place] = (vector[place] ?? 0) + ((state >>> 4) % 2 === 0 ? 1 : -1);
      }
    }
    return vector;
  },
};

const byWords = lexicalJudge({ encoder: null });
const byMeaning = lexicalJudge({ encoder: STEM_ENCODER, background: everydayPrompts().slice(0, 90) });

function viewOf(judge: LexicalJudge, trails = TRAILS) {
  const catalog = judge.emptyCatalog();
  for (const trail of trails) catalog.upsert(trail, judge.meaning?.trail(trail) ?? null);
  return { catalogs: [catalog], hidden: new Set<string>() };
}

const PASTED = 'The lift in the east wing is out of order until Thursday. Please use the stairs. Tom writes to you. ';

const PROMPTS = [
  'write a payment reminder for an overdue invoice',
  'chase the client who has not settled the bill',
  'remind the team of the meeting on tuesday',
  'pay our overdue invoice please',
  'draft a vacancy text for a nurse in the night shift',
  'could you list the action items of my meeting',
  'plan a meeting',
  'wsjf',
  'need the wsjf for monday',
  'answer the client whose order is late',
  'write to the customer about the invoice',
  'book a room',
  'call the supplier about the terms of the contract',
  'what are the risks in this supplier agreement',
  'sales report for the region',
  'report of the month',
  'hello',
  'hi',
  'thanks',
  'how long do I boil an egg',
  'bitte eine mahnung an den kunden schreiben',
  'une relance pour une facture en retard',
  `${PASTED.repeat(6)}\n\nCan you write a payment reminder for this overdue invoice?`,
  `Can you write minutes of this?\n\n${PASTED.repeat(6)}`,
  `${PASTED.repeat(3)}Draft an advert for our open controller role. ${PASTED.repeat(3)}`,
  `Hi! ${PASTED} Could you write a job posting for a warehouse lead?`,
];

const shortened = (text: string): string => (text.length > 48 ? `${text.slice(0, 22)} … ${text.slice(-22)}` : text);

/** Shows probabilities as log-odds, because four decimals of a probability are too coarse near 0 or 1. */
const odds = (probability: number): string => Math.log(probability / (1 - probability)).toFixed(3);

/** A ranking as text: the text that decided, and the trails by their log-odds. */
const ranked = (judge: LexicalJudge, trails = TRAILS): string => {
  const view = viewOf(judge, trails);
  return PROMPTS.map((prompt) => {
    const { text, scored, near } = judge.rank(view, null, prompt);
    const rows = scored.map(
      ({ indexed, confidence, listed }) => `  ${odds(confidence)} ${indexed.trail.id} ${listed ?? ''}`,
    );
    return [`${shortened(text)}  (${near.length} near)`, ...rows.map((row) => row.trimEnd())].join('\n');
  }).join('\n');
};

/** Verdicts on a trail, with their reasons. */
const judged = async (judge: LexicalJudge, id: string): Promise<string> => {
  const subject = TRAILS.find((trail) => trail.id === id);
  if (subject === undefined) throw new Error(`no trail ${id}`);
  const verdicts = await judge.judge(viewOf(judge), subject, PROMPTS);
  return verdicts
    .map(({ would_surface, confidence, reason, winner }, at) =>
      [
        shortened(PROMPTS[at] ?? '').replaceAll('\n', ' '),
        `  ${would_surface ? 'yes' : 'no'} ${confidence} ${winner?.id ?? ''}`.trimEnd(),
        `  ${reason}`,
      ].join('\n'),
    )
    .join('\n');
};

/** Offers to employees, with their reasons. */
const offered = async (judge: LexicalJudge): Promise<string> => {
  const view = viewOf(judge);
  const lines: string[] = [];
  for (const prompt of PROMPTS) {
    const trails = await judge.find(view, prompt, { limit: 3, mayUse: () => true });
    lines.push(shortened(prompt).replaceAll('\n', ' '));
    for (const { id, confidence, reason } of trails) lines.push(`  ${confidence} ${id}: ${reason}`);
  }
  return lines.join('\n');
};

const FEW = TRAILS.slice(0, 3);

const ANSWERS: Readonly<Record<string, (judge: LexicalJudge) => string | Promise<string>>> = {
  ranked: (judge) => ranked(judge),
  'ranked-few': (judge) => ranked(judge, FEW),
  offered,
  'verdicts-on-remind': (judge) => judged(judge, 'remind'),
  'verdicts-on-listed': (judge) => judged(judge, 'listed'),
  'verdicts-on-minutes': (judge) => judged(judge, 'minutes'),
};

describe.each([
  ['words', byWords],
  ['meaning', byMeaning],
])('by %s', (name, judge) => {
  it.each(Object.entries(ANSWERS))('matches the file in verdicts/: %s', async (part, answer) => {
    await expect(`${await answer(judge)}\n`).toMatchFileSnapshot(`verdicts/${name}-${part}.txt`);
  });
});
