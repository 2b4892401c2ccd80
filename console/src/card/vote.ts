// "Did this trail help?", answered with the tool give_feedback.
import { button, element } from './element.ts';

const CHOICES = [
  ['helpful', 'Helpful'],
  ['not_helpful', 'Not helpful'],
] as const;

/** `current` is the person's vote on this version. */
export function voteOf(current: string, save: (helpful: boolean) => Promise<unknown>): HTMLElement {
  const status = element('p', { class: 'faint', role: 'status' });
  const say = (sentence: string): void => status.replaceChildren(sentence);
  const show = (vote: string): void => {
    for (const [value, one] of buttons) one.setAttribute('aria-pressed', String(value === vote));
  };
  let kept = current;
  const choose = (vote: string): void => {
    show(vote);
    save(vote === 'helpful').then(
      () => {
        kept = vote;
        say('Thank you for your feedback.');
      },
      () => {
        show(kept);
        say('Your feedback was not saved. Try again.');
      },
    );
  };
  const buttons = CHOICES.map(([value, label]) => [value, button(label, () => choose(value))] as const);
  show(kept);
  const heading = element('h2', { id: 'vote' }, 'Did this trail help?');
  const actions = element('p', { class: 'actions' }, ...buttons.map(([, one]) => one));
  return element('section', { class: 'vote', role: 'group', 'aria-labelledby': 'vote' }, heading, actions, status);
}
