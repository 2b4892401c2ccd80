// A trail as a card in a chat (MCP Apps). The build puts this folder into one HTML file (scripts/build-card.mjs), which
// /mcp serves as a resource. The card loads nothing. It sends only messages to the app that shows it.
import './card.css';
import { button, element } from './element.ts';
import { guide } from './guide.ts';
import { connect, type Host } from './host.ts';
import { promptsOf } from './prompts.ts';
import { type Trail, trailIn } from './trail.ts';
import { voteOf } from './vote.ts';

const main = document.querySelector('main') ?? document.body;
const note = (sentence: string): void => main.replaceChildren(element('p', { role: 'status' }, sentence));

void connect({
  onResult(result, host) {
    const trail = trailIn(result);
    if (trail === undefined) note('This trail cannot be shown.');
    else main.replaceChildren(...card(trail, host));
  },
  onCanceled: () => note('The request was canceled.'),
  onContext({ theme }) {
    if (theme === 'light' || theme === 'dark') document.documentElement.style.colorScheme = theme;
  },
});

function card(trail: Trail, { can, ask }: Host): Node[] {
  const { title, description, when, prompts, page, vote, takesVotes, id } = trail;
  document.title = title;
  const open = (url: string): void => void ask('ui/open-link', { url }).catch(() => undefined);
  const send = (text: string) => ask('ui/message', { role: 'user', content: [{ type: 'text', text }] });
  const save = (helpful: boolean) => ask('tools/call', { name: 'give_feedback', arguments: { trail_id: id, helpful } });
  const deps = { use: can.message === undefined ? undefined : send, copy };
  return [
    element('h1', { dir: 'auto' }, title),
    ...paragraphs(description),
    ...paragraphs(when, element('strong', {}, 'When: ')),
    ...guideOf(trail.guide, open),
    ...promptsOf(prompts, deps),
    ...(takesVotes && can.serverTools !== undefined ? [voteOf(vote, save)] : []),
    ...(page !== undefined && can.openLinks !== undefined
      ? [button("Open the trail's page", () => open(page), { class: 'quiet' })]
      : []),
  ];
}

const paragraphs = (text: string, ...first: readonly Node[]): Node[] =>
  text.trim() === '' ? [] : [element('p', {}, ...first, element('span', { dir: 'auto' }, text))];

function guideOf(markdown: string, open: (address: string) => void): Node[] {
  if (markdown.trim() === '') return [];
  const summary = element('summary', {}, element('h2', {}, 'Before you start'));
  return [element('details', {}, summary, element('div', { class: 'guide' }, ...guide(markdown, open)))];
}

/** Frames often lack permission for the clipboard, but may still copy a selection. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const area = element('textarea', { 'aria-hidden': 'true', class: 'off-screen' });
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
