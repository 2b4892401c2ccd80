// The tool that fills in one prompt of a trail. The person supplies missing values in a form if the client can show
// one. Otherwise the model gets a list of questions.

import { type Static, Type } from '@sinclair/typebox';
import { excerpt } from '../../base/excerpt.ts';
import { errorAt } from '../../base/field-finding.ts';
import { refuse } from '../../base/refusal.ts';
import { closed } from '../../base/shape.ts';
import { t } from '../../base/texts/t.ts';
import { parseDocument } from '../../trails/document/full-document.ts';
import type { TrailPrompt } from '../../trails/document/trail-fields.ts';
import { filledPrompt } from '../../trails/readers/filled-prompt.ts';
import { getVisibleTrail } from '../../trails/readers/visible-trails.ts';
import { type Asking, asked } from './asking.ts';
import type { FindToolDeps } from './find-tool.ts';
import { type Tool, TrailId } from './tool.ts';
import { pageLink, type TrailPageDeps } from './trail-page.ts';
import { deliveredTo, readerOf, requireReader } from './visit.ts';

const Filled = Type.Object(
  {
    prompt: Type.String({ description: 'The filled prompt. Work with it.' }),
    questions: Type.Array(Type.Object({ name: Type.String(), question: Type.String() }, closed), {
      description: 'What is missing, with the names for `values`.',
    }),
    next: Type.Optional(Type.String()),
  },
  closed,
);

export const useTool = ({ deliveries, baseUrl }: Pick<FindToolDeps, 'deliveries'> & TrailPageDeps): Tool => ({
  name: 'use_trail',
  title: 'Fill in a prompt',
  description: "Fills in a trail's prompt. Pass the values you know; the person is asked for the rest.",
  askedAbout: 'find_trail',
  input: Type.Object(
    {
      trail_id: TrailId,
      prompt: Type.String({ description: "The prompt's label." }),
      values: Type.Optional(Type.Object({}, { additionalProperties: Type.String() })),
    },
    closed,
  ),
  output: Filled,
  annotations: { readOnlyHint: true, idempotentHint: true },
  offered: ({ call }) => readerOf(call) !== undefined,
  links: ({ trail_id }) => [pageLink(baseUrl, String(trail_id))],
  async run(visit, { trail_id, prompt: label, values = {} }, { canAsk, answers }: Asking) {
    const row = await getVisibleTrail(visit.call.db, requireReader(visit.call), String(trail_id));
    const { title, prompts } = parseDocument(row.document);
    const prompt = promptNamed(prompts, String(label));
    const given = values as Readonly<Record<string, string>>;
    const { missing } = filledPrompt(prompt.body, given);
    if (missing.length > 0 && canAsk && answers === undefined)
      return asked({
        message: `The prompt "${inOneLine(prompt.label)}" of the trail "${inOneLine(title)}" needs these values.`,
        fields: Object.fromEntries(missing.map((name) => [name, inWords(name)])),
      });
    const entered = missing.flatMap((name) => {
      const value = Object.hasOwn(answers ?? {}, name) ? answers?.[name] : undefined;
      return value === undefined ? [] : [[name, value] as const];
    });
    const filled = filledPrompt(prompt.body, { ...given, ...Object.fromEntries(entered) });
    if (filled.missing.length === 0) deliveredTo(visit, deliveries, row, 'prompt');
    return resultOf(filled.text, filled.missing, answers !== undefined);
  },
});

function resultOf(prompt: string, missing: readonly string[], wasAsked: boolean): Static<typeof Filled> {
  const questions = missing.map((name) => ({ name, question: `What should "${inWords(name)}" be?` }));
  if (questions.length === 0) return { prompt, questions };
  return { prompt, questions, next: wasAsked ? WAS_ASKED : ASK };
}

const ASK = 'Ask the person these questions, then call use_trail again with all values. Never invent values.';
const WAS_ASKED = 'The person left these values out. Continue without them, or ask what to do.';

const inWords = (name: string): string => name.replaceAll('_', ' ');
const inOneLine = (text: string): string => excerpt(text.replace(/\s+/g, ' ').trim());
const folded = (text: string): string => inOneLine(text).normalize('NFKC').toLowerCase();

/** Finds the prompt by its label or id. If the trail has only one prompt, any name means that one. */
function promptNamed(prompts: readonly TrailPrompt[], name: string): TrailPrompt {
  const isMeant = ({ id, label }: TrailPrompt): boolean => id === name || folded(label) === folded(name);
  const found = prompts.find(isMeant) ?? (prompts.length === 1 ? prompts[0] : undefined);
  if (found !== undefined) return found;
  const labels = prompts.map(({ label }) => `"${excerpt(inOneLine(label), MAX_LABEL)}"`).join(', ');
  const issues = [errorAt('prompt', t('This trail has no such prompt. It has: {labels}.', { labels }))];
  throw refuse('validation', 'The arguments need fixing; see `issues`.', { issues });
}

/** Twenty labels of this length make a short refusal. */
const MAX_LABEL = 20;
