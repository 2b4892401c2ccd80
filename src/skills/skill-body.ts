// Parses the text of a SKILL.md into the fields of a trail (title, role, description, guide, prompts), in the layout of
// render-skill.ts.
import { shiftedHeadings } from './headings.ts';
import { unescapedLine, unescapedMarkup } from './markup.ts';

export const SETUP_TITLE = '## Setup';
export const PROMPTS_TITLE = '## Prompts';
export const PROMPTS_HINT = 'Replace each `{{placeholder}}` with what the person supplies.';

/** Possible starts of the prompts section to try, because a text may repeat its heading. */
const MAX_ATTEMPTS = 20;

export interface BodyFields {
  readonly title: string;
  readonly target_role: string;
  readonly description: string;
  readonly setup_guide: string;
  readonly prompts: readonly { readonly label: string; readonly body: string }[];
}

/** The fields in the text's layout. Text without another place becomes the description. */
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
    setup_guide: unescapedMarkup(shiftedHeadings(guide.trim(), -1)),
    prompts,
  };
}

/** The first heading, and the text without it. */
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

/** The prompts at the end of the text, if there is such a section and nothing else in it. */
export function takePrompts(text: string): { readonly rest: string; readonly prompts: BodyFields['prompts'] } {
  const none = { rest: text, prompts: [] };
  const head = `${PROMPTS_TITLE}\n\n${PROMPTS_HINT}`;
  let attempts = 0;
  for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, at + 1)) {
    if (at > 0 && text[at - 1] !== '\n') continue;
    attempts += 1;
    if (attempts > MAX_ATTEMPTS) break;
    const prompts = readPrompts(text.slice(at + head.length));
    if (prompts !== undefined) return { rest: text.slice(0, at), prompts };
  }
  return none;
}

/** `### label`, a blank line and a fence, repeated to the end; undefined for anything else. */
function readPrompts(text: string): { label: string; body: string }[] | undefined {
  const prompts: { label: string; body: string }[] = [];
  // Trim once, because trimming after every prompt would scan the text repeatedly.
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

/** The position of the line break before the closing fence; -1 if it is not closed. */
function closingFence(text: string, from: number, fence: string): number {
  for (let at = text.indexOf(`\n${fence}`, from - 1); at >= 0; at = text.indexOf(`\n${fence}`, at + 1)) {
    const after = text[at + 1 + fence.length];
    if (at >= from && (after === '\n' || after === undefined)) return at;
  }
  return -1;
}

/** The position of a line with exactly this text, or -1. */
function lineAt(text: string, line: string): number {
  for (let at = text.indexOf(line); at >= 0; at = text.indexOf(line, at + 1)) {
    const after = text[at + line.length];
    if ((at === 0 || text[at - 1] === '\n') && (after === '\n' || after === undefined)) return at;
  }
  return -1;
}
