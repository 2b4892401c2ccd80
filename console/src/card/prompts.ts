// The fields for placeholders and the prompts that they fill in.
import {
  type PromptPart,
  placeholderNames,
  placeholderParts,
  shownText,
} from '../../../src/trails/document/placeholders.ts';
import { labelOf } from '../read/filled-prompt.ts';
import { button, element } from './element.ts';
import type { Trail } from './trail.ts';

type Prompt = Trail['prompts'][number];

export interface PromptDeps {
  /** Sends the text to the chat; undefined if the app takes no messages. */
  readonly use: ((text: string) => Promise<unknown>) | undefined;
  readonly copy: (text: string) => Promise<boolean>;
}

/** The elements for all prompts, which share their fields. */
export function promptsOf(prompts: readonly Prompt[], deps: PromptDeps): Node[] {
  const values = new Map<string, string>();
  const steps = prompts.map((prompt, index) => step(prompt, index + 1, values, deps));
  const names = [...new Set(prompts.flatMap(({ body }) => placeholderNames(body)))];
  const fields = names.map((name) =>
    field(name, (value) => {
      values.set(name, value);
      for (const { refresh } of steps) refresh();
    }),
  );
  for (const { refresh } of steps) refresh();
  const fillIn = element(
    'section',
    { 'aria-labelledby': 'fill-in' },
    element('h2', { id: 'fill-in' }, 'Yours to fill in'),
  );
  fillIn.append(...fields);
  return [...(fields.length === 0 ? [] : [fillIn]), ...steps.map(({ section }) => section)];
}

function field(name: string, set: (value: string) => void): HTMLElement {
  const area = element('textarea', { id: `field-${name}`, rows: '1', dir: 'auto' });
  area.addEventListener('input', () => set(area.value.trim()));
  return element('div', {}, element('label', { for: area.id }, labelOf(name)), area);
}

type Values = ReadonlyMap<string, string>;

function step({ label, body }: Prompt, number: number, values: Values, { use, copy }: PromptDeps) {
  const parts = placeholderParts(body);
  const text = element('div', { class: 'prompt', dir: 'auto' });
  const hint = element('p', { class: 'faint', id: `hint-${number}` });
  const status = element('p', { class: 'faint', role: 'status' });
  const say = (sentence: string): void => status.replaceChildren(sentence);
  const copied = async (): Promise<void> =>
    say((await copy(filled(parts, values))) ? 'Copied.' : 'The app does not allow copying. Select the text instead.');
  const used = (): void => {
    say('');
    use?.(filled(parts, values)).then(
      () => say('Sent to the chat.'),
      () => say('The app did not take the prompt. Copy it instead.'),
    );
  };
  const names = { 'aria-describedby': `step-${number} hint-${number}` };
  const actions = element('p', { class: 'actions' });
  if (use !== undefined) actions.append(button('Use this prompt', used, { class: 'main', ...names }));
  actions.append(button('Copy', () => void copied(), { class: use === undefined ? 'main' : '', ...names }));
  const heading = element('h2', { id: `step-${number}`, dir: 'auto' }, `${number}. ${label}`);
  return {
    section: element('section', { class: 'step', 'aria-labelledby': heading.id }, heading, text, hint, actions, status),
    refresh(): void {
      text.replaceChildren(...parts.map((part) => shown(part, values)));
      hint.replaceChildren(hintFor(missing(parts, values).length));
    },
  };
}

function shown(part: PromptPart, values: Values): Node | string {
  if (part.kind !== 'good') return shownText(part);
  const value = values.get(part.name) ?? '';
  return value === '' ? element('mark', {}, `[${labelOf(part.name)}]`) : element('ins', {}, value);
}

const missing = (parts: readonly PromptPart[], values: Values): string[] => [
  ...new Set(
    parts.flatMap((part) => (part.kind === 'good' && (values.get(part.name) ?? '') === '' ? [part.name] : [])),
  ),
];

const hintFor = (count: number): string =>
  count === 0 ? '' : `${count === 1 ? 'One field is' : 'Some fields are'} empty. The assistant will ask you.`;

/** The text for the chat. The service asks for missing values with the same words (prompts/get). */
function filled(parts: readonly PromptPart[], values: Values): string {
  const text = parts.map((part) => (part.kind === 'good' && values.get(part.name)) || shownText(part)).join('');
  const names = missing(parts, values);
  return names.length === 0 ? text : `${text}\n\nAsk me for: ${names.join(', ')}`;
}
