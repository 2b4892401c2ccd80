// What only a judge can see about a document before it is published: warnings beside the publish checks (contract 2.6).
// They come from the embedded judge alone, so that a save costs no model call.

import { listedAs } from '@cairn/surfacing-judge/indexed-trail';
import type { CatalogView } from '@cairn/surfacing-judge/judge';
import { type JudgedTrail, judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { quote } from '@cairn/surfacing-judge/reason';
import { tokenLine } from '@cairn/surfacing-judge/text';
import type { ValidationIssue } from '../base/issue.ts';
import { originalId, withReplaced } from './left-out.ts';
import type { TrailUnderTest } from './surfacing-test.ts';

const NEIGHBOURS = 4;
const EXAMPLES_OF_A_NEIGHBOUR = 5;
/** Below this an example stands alone: no other wording of the trail leads to it. */
const UNSUPPORTED = 0.1;
const KEYWORD_SHARED_BY = 3;

/** Warnings about how the document would compete with the live trails of `catalog`. */
export async function judgeFindings(
  judge: LexicalJudge,
  catalog: CatalogView,
  trail: TrailUnderTest,
): Promise<ValidationIssue[]> {
  const subject = judgedTrail(trail.id, trail.document);
  await judge.meaning?.prepare(subject);
  const findings = exampleFindings(judge, catalog, subject);
  await yieldToEventLoop();
  findings.push(...keywordFindings(judge, catalog, subject));
  for (const neighbour of neighboursOf(judge, catalog, subject)) {
    await yieldToEventLoop();
    findings.push(...takenFrom(judge, catalog, subject, neighbour));
  }
  return findings;
}

/** Each `match` example judged as if it were not listed: what would happen to an employee who words it alike. */
function exampleFindings(judge: LexicalJudge, catalog: CatalogView, subject: JudgedTrail): ValidationIssue[] {
  return subject.examples.flatMap((example, index) => {
    if (example.expect === 'no_match') return [];
    const field = `trigger.examples[${index}].text`;
    const twin = liveTwin(catalog, subject, example.text);
    if (twin !== undefined) {
      const same = `The live trail ${quote(twin.title)} lists the same prompt as a match.`;
      const message = `${same} Keep it in one of the two.`;
      return [warning(field, message)];
    }
    const { scored } = judge.rank(catalog, withoutExample(subject, index), example.text);
    const [top] = scored;
    const own = scored.find((one) => one.indexed.trail.id === subject.id);
    if (top !== undefined && top !== own && top.confidence >= judge.threshold) {
      const rival = quote(top.indexed.trail.title);
      const message =
        `Other wordings of this prompt go to the live trail ${rival}. Say what sets this trail apart, ` +
        `or drop the example.`;
      return [warning(field, message)];
    }
    if ((own?.confidence ?? 0) >= UNSUPPORTED) return [];
    const message = 'No other wording of the trail supports this example. Add keywords or a similar example for it.';
    return [warning(field, message)];
  });
}

function keywordFindings(judge: LexicalJudge, catalog: CatalogView, subject: JudgedTrail): ValidationIssue[] {
  return subject.keywords.flatMap((keyword, index) => {
    const line = tokenLine(keyword);
    const { scored } = judge.rank(catalog, null, keyword, (id) => id !== subject.id);
    const sharing = scored.filter(({ indexed }) => indexed.trail.keywords.some((one) => tokenLine(one) === line));
    if (sharing.length < KEYWORD_SHARED_BY) return [];
    const message =
      `At least ${sharing.length} live trails have this keyword too, so it decides nothing. Use a ` +
      `narrower phrase.`;
    return [warning(`trigger.keywords[${index}]`, message)];
  });
}

/** The live trails nearest to what the document says of itself. */
function neighboursOf(judge: LexicalJudge, catalog: CatalogView, subject: JudgedTrail): JudgedTrail[] {
  const matches = subject.examples.filter((example) => example.expect === 'match').map((example) => example.text);
  const best = new Map<JudgedTrail, number>();
  for (const text of [subject.title, subject.when, ...matches.slice(0, EXAMPLES_OF_A_NEIGHBOUR)]) {
    for (const { indexed, close } of judge.rank(catalog, null, text, (id) => id !== subject.id).scored) {
      best.set(indexed.trail, Math.max(best.get(indexed.trail) ?? 0, close.centroid));
    }
  }
  return [...best]
    .sort(([one, near], [other, far]) => far - near || (one.id < other.id ? -1 : 1))
    .slice(0, NEIGHBOURS)
    .map(([trail]) => trail);
}

/** Wordings like a neighbour's own examples that it would lose to the document. */
function takenFrom(
  judge: LexicalJudge,
  catalog: CatalogView,
  subject: JudgedTrail,
  neighbour: JudgedTrail,
): ValidationIssue[] {
  const matches = [...neighbour.examples.keys()].filter((index) => neighbour.examples[index]?.expect === 'match');
  const lost = matches.slice(0, EXAMPLES_OF_A_NEIGHBOUR).flatMap((index) => {
    const text = neighbour.examples[index]?.text ?? '';
    const reduced = withoutExample(neighbour, index);
    const goesTo = (rivals: readonly JudgedTrail[]): JudgedTrail | undefined => {
      const [top] = judge.rank(withReplaced(judge, catalog, rivals), null, text).scored;
      return top !== undefined && top.confidence >= judge.threshold
        ? rivals.find((one) => one.id === originalId(top.indexed.trail.id))
        : undefined;
    };
    return goesTo([reduced]) === reduced && goesTo([reduced, subject]) === subject ? [text] : [];
  });
  const [first] = lost;
  if (first === undefined) return [];
  const message =
    `Prompts like ${quote(first)} go to the live trail ${quote(neighbour.title)} today and would come ` +
    `here. Set the two apart with no-match examples.`;
  return [warning('trigger', message)];
}

function liveTwin(catalog: CatalogView, subject: JudgedTrail, text: string): JudgedTrail | undefined {
  const line = tokenLine(text);
  return catalog.catalogs
    .flatMap((one) => one.withLine(line))
    .find((one) => one.trail.id !== subject.id && !catalog.hidden.has(one.trail.id) && listedAs(one, line) === 'match')
    ?.trail;
}

const withoutExample = (trail: JudgedTrail, index: number): JudgedTrail => ({
  ...trail,
  examples: trail.examples.filter((_, at) => at !== index),
});

const warning = (field: string, message: string): ValidationIssue => ({ severity: 'warning', field, message });

const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
