// The text of a SKILL.md read back as the fields of a trail: title, role, description, guide and prompts, in the layout
// that render-skill.ts writes. Pure.
import { unescapedLine, unescapedMarkup } from './markup.ts';

export const SETUP_TITLE = '## Setup';
export const PROMPTS_TITLE = '## Prompts';
export const PROMPTS_HINT = 'Replace each `{{placeholder}}` with what the person supplies.';

/** Places where the prompts may begin that are tried: a text can repeat their heading again and again. */
const MOST_ATTEMPTS = 20;

/** What the text of a skill says of a trail. */
export interface BodyFields {
  readonly title: string;
  readonly target_role: string;
  readonly description: string;
  readonly setup_guide: string;
  readonly prompts: readonly { readonly label: string; readonly body: string }[];
}

/** The fields that the text is laid out as; what has no place of its own is the description. */
export function readBody(text: string): BodyFields {
  const { rest: withoutPrompts, prompts } = takePrompts(text.replaceAll('\r\n', '\n'));
  const { title, rest: untitled } = takeTitle(withoutPrompts);
  const { role, rest } = takeRole(untitled);
  const at = lineAt(rest, SETUP_TITLE);
  const before = at < 0 ? rest : rest.slice(0, at);
  const guide = at < 0 ? '' : rest.slice(at + SETUP_TITLE.length);
  return {
    title,
    target_role: role,
    description: unescapedMarkup(before.trim()),
    setup_guide: unescapedMarkup(guide.trim()),
    prompts,
  };
}

/** The first heading of the text, and the text without it. */
export function takeTitle(text: string): { readonly title: string; readonly rest: string } {
  const heading = /^\s*# +(.+)(?:\n|$)/.exec(text);
  if (heading === null) return { title: '', rest: text };
  return { title: unescapedLine((heading[1] ?? '').trim()), rest: text.slice(heading[0].length) };
}

function takeRole(text: string): { readonly role: string; readonly rest: string } {
  const line = /^\s*For: (.+)(?:\n|$)/.exec(text);
  if (line === null) return { role: '', rest: text };
  return { role: unescapedLine((line[1] ?? '').trim()), rest: text.slice(line[0].length) };
}

/** The prompts at the end of the text, where there is such a section and nothing else follows in it. */
export function takePrompts(text: string): { readonly rest: string; readonly prompts: BodyFields['prompts'] } {
  const none = { rest: text, prompts: [] };
  const head = `${PROMPTS_TITLE}\n\n${PROMPTS_HINT}`;
  let attempts = 0;
  for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, at + 1)) {
    if (at > 0 && text[at - 1] !== '\n') continue;
    attempts += 1;
    if (attempts > MOST_ATTEMPTS) break;
    const prompts = readPrompts(text.slice(at + head.length));
    if (prompts !== undefined) return { rest: text.slice(0, at), prompts };
  }
  return none;
}

/** `### label`, a blank line and a fence, again and again to the end; undefined for anything else. */
function readPrompts(text: string): { label: string; body: string }[] | undefined {
  const prompts: { label: string; body: string }[] = [];
  // Blanks at the end are looked through once, and not after every prompt.
  let rest = text.trimEnd();
  while (rest !== '') {
    const head = /^\n*### ?(.*)\n\n(`{3,})text\n/.exec(rest);
    if (head === null) return undefined;
    const [whole, label = '', fence = ''] = head;
    const end = closingFence(rest, whole.length, fence);
    if (end < 0) return undefined;
    prompts.push({ label: unescapedLine(label.trim()), body: rest.slice(whole.length, end) });
    rest = rest.slice(end + 1 + fence.length);
  }
  return prompts;
}

/** Where the line break before the closing fence is; -1 where none closes it. */
function closingFence(text: string, from: number, fence: string): number {
  for (let at = text.indexOf(`\n${fence}`, from - 1); at >= 0; at = text.indexOf(`\n${fence}`, at + 1)) {
    const after = text[at + 1 + fence.length];
    if (at >= from && (after === '\n' || after === undefined)) return at;
  }
  return -1;
}

/** Where a line says exactly this; -1 where none does. */
function lineAt(text: string, line: string): number {
  for (let at = text.indexOf(line); at >= 0; at = text.indexOf(line, at + 1)) {
    const after = text[at + line.length];
    if ((at === 0 || text[at - 1] === '\n') && (after === '\n' || after === undefined)) return at;
  }
  return -1;
}
