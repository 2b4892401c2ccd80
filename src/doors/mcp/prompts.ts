// Offers each prompt of each visible published trail as an MCP prompt, with its placeholders as arguments.
import type { GetPromptResult, ListPromptsResult } from '@modelcontextprotocol/server';
import { LRUCache } from 'lru-cache';
import { refuse } from '../../base/refusal.ts';
import { inSlices, slicesOf } from '../../base/slices.ts';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import { type PublishedTrail, type PublishedTrails, versionKey } from '../../skills/published-trails.ts';
import { placeholderNames } from '../../trails/document/placeholders.ts';
import type { TrailPrompt } from '../../trails/document/trail-fields.ts';
import { type PromptNames, promptKey } from '../../trails/publication/skill-name.ts';
import { filledPrompt } from '../../trails/readers/filled-prompt.ts';
import type { ReaderIdentity, VisibleTrailHead } from '../../trails/readers/visible-trails.ts';
import { MAX_LISTED, pageAfter } from './list-page.ts';
import { readerOf, type Visit } from './visit.ts';

/** Trails per page. Clients fetch the list every time they start. */
const PAGE = 100;
/** Maximum number of documents in memory while a page is built. */
const AT_ONCE = 50;
const FROM_SERVICE = 'service.';

/**
 * The prompts of a page of the first trails, in order. Returns none for a credential without employees. Cache misses
 * wait for their turn (catalog-turns.ts). Fails for the same reasons as `pageAfter`.
 */
export async function listPrompts(
  trails: Pick<PublishedTrails, 'firstHeads' | 'inTurn' | 'read'>,
  { db, signal }: Pick<Visit['call'], 'db' | 'signal'>,
  reader: ReaderIdentity | undefined,
  cursor: string | undefined,
): Promise<ListPromptsResult> {
  const heads = reader === undefined ? [] : await trails.firstHeads(db, reader, MAX_LISTED);
  const { page, next } = pageAfter(heads, ({ trail_id }) => trail_id, cursor, PAGE);
  const found = new Map<string, Prompts>();
  if (reader !== undefined && missingOf(page, found).length > 0) {
    const read = () => readPrompts(missingOf(page, found), found, (some) => trails.read(db, reader, some));
    await trails.inTurn(db, reader, read, { signal: signal() });
  }
  return { prompts: page.flatMap((head) => found.get(versionKey(head)) ?? []), ...next };
}

type Prompts = ListPromptsResult['prompts'];

/** Cached by version. The size is measured in characters of JSON. */
const listed = new LRUCache<string, Prompts>({
  maxSize: 8_000_000,
  sizeCalculation: (prompts) => JSON.stringify(prompts).length,
});

/** The trails that are not cached. Adds the prompts of cached ones to `found`. */
function missingOf(page: readonly VisibleTrailHead[], found: Map<string, Prompts>): readonly VisibleTrailHead[] {
  return page.filter((head) => {
    const key = versionKey(head);
    const prompts = found.get(key) ?? listed.get(key);
    if (prompts !== undefined) found.set(key, prompts);
    return prompts === undefined;
  });
}

/** Works in slices of a few milliseconds. */
async function readPrompts(
  missing: readonly VisibleTrailHead[],
  found: Map<string, Prompts>,
  read: (some: readonly VisibleTrailHead[]) => Promise<readonly PublishedTrail[]>,
): Promise<void> {
  const othersTurn = inSlices();
  for (const some of slicesOf(missing, AT_ONCE))
    for (const trail of await read(some)) {
      const prompts = promptsOf(trail);
      listed.set(versionKey(trail.head), prompts);
      found.set(versionKey(trail.head), prompts);
      await othersTurn();
    }
}

/**
 * The filled prompt and its trail. A last line asks for the values that are missing. Fails with `not-found`, and with
 * `validation` as `filledPrompt` does.
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
    throw refuse('not-found', 'There is no prompt with this name. List the prompts to see which exist.');
  const { text: filled, missing } = filledPrompt(prompt.body, values);
  const text = missing.length === 0 ? filled : `${filled}\n\nAsk me for: ${missing.join(', ')}`;
  return {
    head: trail.head,
    result: {
      description: `${trail.document.title}: ${prompt.label}`,
      messages: [{ role: 'user', content: { type: 'text', text } }],
    },
  };
}

/** Runs once per version. Versions never change, and the names are fixed when a version is published. */
function promptsOf({ head, document }: PublishedTrail): Prompts {
  return document.prompts.map((prompt) => ({
    name: promptName(head, prompt),
    title: `${document.title}: ${prompt.label}`,
    description: document.trigger.when === '' ? document.description : document.trigger.when,
    arguments: placeholderNames(prompt.body).map((name) => ({
      name,
      description: `Replaces {{${name}}}. If it is missing, the AI tool asks for it.`,
      required: false,
    })),
  }));
}

function promptName(head: VisibleTrailHead, prompt: TrailPrompt): string {
  const names = JSON.parse(head.prompt_names) as PromptNames;
  return `${trailPart(head)}.${names[promptKey(prompt)] ?? promptKey(prompt)}`;
}

/** The part of the name that stands for the prompt contains no dot. The trail's part may contain one. */
const trailPartOf = (name: string): string => name.slice(0, name.lastIndexOf('.'));

const trailPart = ({ catalog_id, skill_name }: VisibleTrailHead): string =>
  catalog_id === SVC_CATALOG_ID ? `${FROM_SERVICE}${skill_name}` : skill_name;
