// Warnings that only a judge can find before a document is published, in addition to the publish checks (contract 2.6).
// They come from the embedded judge, so saving costs no model calls.

import type { CatalogView } from '@cairn/surfacing-judge/judge';
import { type JudgedExample, type JudgedTrail, judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { isOffered, type Ranking } from '@cairn/surfacing-judge/prompt-ranking';
import { quote } from '@cairn/surfacing-judge/reason';
import { promptLine, tokenLine } from '@cairn/surfacing-judge/text';
import { warningAt } from '../base/field-finding.ts';
import type { ValidationIssue } from '../base/issue.ts';
import { t } from '../base/texts/t.ts';
import { originalId, withoutLine, withReplaced } from './left-out.ts';
import { othersTurn } from './others-turn.ts';
import type { TrailUnderTest } from './surfacing-test.ts';

const NEIGHBOURS = 4;
const EXAMPLES_OF_A_NEIGHBOUR = 5;
/** Below this, no other wording in the trail supports the example. */
const UNSUPPORTED = 0.1;
const KEYWORD_SHARED_BY = 3;

/** The document, the live trails to compare it with, and a signal that aborts if the caller gives up. */
interface Search {
  readonly judge: LexicalJudge;
  readonly catalog: CatalogView;
  readonly subject: JudgedTrail;
  readonly signal: AbortSignal | undefined;
}

/** Warnings about how the document would compete with the live trails of `catalog`. Stops if `signal` aborts. */
export async function judgeFindings(
  judge: LexicalJudge,
  catalog: CatalogView,
  trail: TrailUnderTest,
  signal?: AbortSignal,
): Promise<ValidationIssue[]> {
  const subject = judgedTrail(trail.id, trail.document);
  await judge.meaning?.prepare(subject, undefined, signal);
  const search: Search = { judge, catalog, subject, signal };
  const findings: ValidationIssue[] = [];
  for (const [at, one] of subject.examples.entries()) findings.push(...(await exampleFindings(search, one, at)));
  for (const [at, one] of subject.keywords.entries()) findings.push(...(await keywordFindings(search, one, at)));
  for (const neighbour of await neighboursOf(search)) findings.push(...(await takenFrom(search, neighbour)));
  return findings;
}

/** Ranks after yielding to other requests: a document has about 100 texts to try. */
async function ranked({ judge, signal }: Search, ...asked: Parameters<LexicalJudge['rankInTurns']>): Promise<Ranking> {
  await othersTurn(signal);
  return judge.rankInTurns(...asked);
}

/** Ranks only live trails. */
const rankedOthers = (search: Search, text: string): Promise<Ranking> =>
  ranked(search, search.catalog, text, { mayUse: (id) => id !== search.subject.id });

/** Judges a `match` example as if it were not listed, to see what happens to similar wordings. */
async function exampleFindings(
  search: Search,
  { text, expect }: JudgedExample,
  index: number,
): Promise<ValidationIssue[]> {
  const { judge, catalog, subject } = search;
  if (expect === 'no_match') return [];
  const field = `trigger.examples[${index}].text`;
  const twin = liveTwin(search, text);
  if (twin !== undefined) {
    return [
      warningAt(
        field,
        t('The live trail {title} lists the same prompt as a match. Keep it in only one of them.', {
          title: quote(twin.title),
        }),
      ),
    ];
  }
  const { scored } = await ranked(search, catalog, text, { subject: withoutLine(subject, text) });
  const [top] = scored;
  const own = scored.find((one) => one.indexed.trail.id === subject.id);
  if (top !== own && isOffered(top, judge.threshold)) {
    const rival = quote(top.indexed.trail.title);
    return [
      warningAt(
        field,
        t(
          'Other wordings of this prompt go to the live trail {rival}. Describe how this trail differs, or remove ' +
            'the example.',
          { rival },
        ),
      ),
    ];
  }
  if ((own?.confidence ?? 0) >= UNSUPPORTED) return [];
  return [
    warningAt(field, 'Nothing else in this trail matches this example. Add related keywords or a similar example.'),
  ];
}

async function keywordFindings(search: Search, keyword: string, index: number): Promise<ValidationIssue[]> {
  const line = tokenLine(keyword);
  const { scored } = await rankedOthers(search, keyword);
  const sharing = scored.filter(({ indexed }) => indexed.trail.keywords.some((one) => tokenLine(one) === line));
  if (sharing.length < KEYWORD_SHARED_BY) return [];
  return [
    warningAt(
      `trigger.keywords[${index}]`,
      t(
        'At least {count} live trails have this keyword too, so it does not set this trail apart. Use a narrower ' +
          'phrase.',
        { count: sharing.length },
      ),
    ),
  ];
}

/** The live trails closest to the document's own description. */
async function neighboursOf(search: Search): Promise<JudgedTrail[]> {
  const { subject } = search;
  const best = new Map<string, { readonly trail: JudgedTrail; readonly near: number }>();
  for (const text of [subject.title, subject.when, ...matchesOf(subject).slice(0, EXAMPLES_OF_A_NEIGHBOUR)]) {
    for (const { indexed, close } of (await rankedOthers(search, text)).scored) {
      const { trail } = indexed;
      best.set(trail.id, { trail, near: Math.max(best.get(trail.id)?.near ?? 0, close.centroid) });
    }
  }
  return [...best.values()]
    .sort((one, other) => other.near - one.near || (one.trail.id < other.trail.id ? -1 : 1))
    .slice(0, NEIGHBOURS)
    .map(({ trail }) => trail);
}

/** Wordings similar to a neighbor's examples that the document would take from it. */
async function takenFrom(search: Search, neighbour: JudgedTrail): Promise<ValidationIssue[]> {
  const { judge, catalog, subject } = search;
  for (const text of matchesOf(neighbour).slice(0, EXAMPLES_OF_A_NEIGHBOUR)) {
    const reduced = withoutLine(neighbour, text);
    const goesTo = async (rivals: readonly JudgedTrail[]): Promise<string | undefined> => {
      const [top] = (await ranked(search, withReplaced(judge, catalog, rivals), text)).scored;
      return isOffered(top, judge.threshold) ? originalId(top.indexed.trail.id) : undefined;
    };
    if ((await goesTo([reduced])) !== neighbour.id) continue;
    if ((await goesTo([reduced, subject])) !== subject.id) continue;
    return [
      warningAt(
        'trigger',
        t(
          'Prompts like {text} go to the live trail {title} today and would come here. Add no-match examples so that ' +
            'the two can be distinguished.',
          { text: quote(text), title: quote(neighbour.title) },
        ),
      ),
    ];
  }
  return [];
}

function liveTwin({ catalog, subject }: Search, text: string): JudgedTrail | undefined {
  const prompt = promptLine(text);
  const others = (id: string): boolean => id !== subject.id && !catalog.hidden.has(id);
  return catalog.catalogs.flatMap((one) => one.listing(prompt, 1, others))[0]?.trail;
}

const matchesOf = ({ examples }: JudgedTrail): string[] =>
  examples.filter(({ expect }) => expect === 'match').map(({ text }) => text);
