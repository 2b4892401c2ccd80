// Each prompt of each published trail that the reader may see, as an MCP prompt with its placeholders as arguments.
import type { GetPromptResult, ListPromptsResult } from '@modelcontextprotocol/server';
import { refuse } from '../../base/refusal.ts';
import { inSlices } from '../../base/slices.ts';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import type { PublishedTrail, PublishedTrails } from '../../skills/published-trails.ts';
import { filledPrompt } from '../../trails/filled-prompt.ts';
import { placeholderNames } from '../../trails/placeholders.ts';
import type { TrailPrompt } from '../../trails/trail-fields.ts';
import type { VisibleTrailHead } from '../../trails/visible-trails.ts';
import { pageAfter } from './list-page.ts';
import { readerOf, type Visit } from './visit.ts';

const PAGE = 1_000;
const FROM_SERVICE = 'service.';

/** A page of prompts, in the order of the trails. Refuses as `pageAfter` does. */
export async function listPrompts(
  trails: PublishedTrails,
  { call }: Visit,
  cursor: string | undefined,
): Promise<ListPromptsResult> {
  const reader = readerOf(call);
  const all = reader === undefined ? [] : await trails.list(call.db, reader, promptsOfAll, { signal: call.signal() });
  const { page, next } = pageAfter(all, ({ name }) => name, cursor, PAGE);
  return { prompts: [...page], ...next };
}

/**
 * The prompt, filled, and the trail it came from. Refuses with `not-found`, and with `validation` as `filledPrompt`
 * does.
 */
export async function getPrompt(
  trails: PublishedTrails,
  { call }: Visit,
  name: string,
  values: Readonly<Record<string, string>>,
): Promise<{ readonly head: VisibleTrailHead; readonly result: GetPromptResult }> {
  const reader = readerOf(call);
  const trail =
    reader === undefined
      ? undefined
      : await trails.find(call.db, reader, (head) => trailPart(head) === trailPartOf(name));
  const prompt = trail?.document.prompts.find((one) => promptName(trail.head, one) === name);
  if (trail === undefined || prompt === undefined)
    throw refuse('not-found', 'There is no prompt of this name. List the prompts for those that there are.');
  const text = filledPrompt(prompt.body, values);
  return {
    head: trail.head,
    result: {
      description: `${trail.document.title}: ${prompt.label}`,
      messages: [{ role: 'user', content: { type: 'text', text } }],
    },
  };
}

/** In slices of some milliseconds. */
async function promptsOfAll(trails: readonly PublishedTrail[]): Promise<ListPromptsResult['prompts']> {
  const prompts: ListPromptsResult['prompts'] = [];
  const othersTurn = inSlices();
  for (const trail of trails) {
    prompts.push(...promptsOf(trail));
    await othersTurn();
  }
  return prompts;
}

const listed = new WeakMap<object, ListPromptsResult['prompts']>();

/** Made once a version, as its document is: what a trail is called as a skill stands before its first version. */
function promptsOf({ head, document }: PublishedTrail): ListPromptsResult['prompts'] {
  const cached = listed.get(document);
  if (cached !== undefined) return cached;
  const prompts = document.prompts.map((prompt) => ({
    name: promptName(head, prompt),
    title: `${document.title}: ${prompt.label}`,
    description: document.trigger.when === '' ? document.description : document.trigger.when,
    arguments: placeholderNames(prompt.body).map((name) => ({
      name,
      description: `What to write for ${name.replaceAll('_', ' ')}.`,
      required: true,
    })),
  }));
  listed.set(document, prompts);
  return prompts;
}

const promptName = (head: VisibleTrailHead, { id, label }: TrailPrompt): string => `${trailPart(head)}.${id ?? label}`;

/** A prompt's own part of its name has no dot in it; that of the trail may. */
const trailPartOf = (name: string): string => name.slice(0, name.lastIndexOf('.'));

const trailPart = ({ catalog_id, skill_name }: VisibleTrailHead): string =>
  catalog_id === SVC_CATALOG_ID ? `${FROM_SERVICE}${skill_name}` : skill_name;
