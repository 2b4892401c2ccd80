// The to-do items in words: the problem, its consequence, and the page that solves it.

import type { Narrowing } from '../api/trails.ts';
import type { PageAddress } from '../parts/page/page-address.ts';
import { counted } from '../parts/texts/counted.ts';
import { inDigits } from '../parts/texts/digits.ts';
import { onDay } from '../parts/texts/formats.ts';
import type { HandNeeded } from './overview-api.ts';

export interface Hand {
  /** `trouble` is already failing, `attention` will fail soon. */
  readonly tone: 'attention' | 'trouble';
  readonly text: string;
  /** A second line that says why it matters. */
  readonly why: string;
  readonly page: PageAddress;
  readonly action: string;
}

type Words = (hand: HandNeeded & { readonly name: string }) => Hand;

const connection = (connectionId: string | null, tab?: 'tokens' | 'settings'): PageAddress =>
  connectionId === null
    ? { to: '/admin/connections' }
    : { to: '/admin/connections/$connectionId', params: { connectionId }, ...(tab && { search: { tab } }) };

/** The one trail concerned, or the list of all of them. */
const trailOr = (trailId: string | null, only: Narrowing, tab?: 'surfacing' | 'access'): PageAddress =>
  trailId === null
    ? { to: '/write', search: { only } }
    : { to: '/write/$trailId', params: { trailId }, ...(tab && { search: { tab } }) };
/** The service counts up to a thousand. */
const requests = (count: number): string => (count >= 1000 ? '1,000 requests or more' : counted(count, 'request'));
const quoted = (name: string): string => `"${name}"`;

const WORDS: Readonly<Record<HandNeeded['kind'], Words>> = {
  'seats-full': ({ count }) => ({
    tone: 'trouble',
    text: count === 1 ? 'The only seat is taken' : `All ${inDigits(count)} seats are taken`,
    why: 'No one can be added or reactivated.',
    page: { to: '/admin/members' },
    action: 'See members',
  }),
  'deactivations-held': ({ id, name, count }) => ({
    tone: 'trouble',
    text: `${name} asks to deactivate ${counted(count, 'person', 'people')} at once`,
    why: 'They keep their access until you decide.',
    page: connection(id),
    action: 'Decide',
  }),
  'connection-closed': ({ id, name }) => ({
    tone: 'trouble',
    text: `${name} has no valid token`,
    why: 'All its requests are refused.',
    page: connection(id, 'tokens'),
    action: 'Make a token',
  }),
  'connection-paused': ({ id, name }) => ({
    tone: 'attention',
    text: `${name} is paused`,
    why: 'Changes of people and groups have to wait.',
    page: connection(id, 'settings'),
    action: 'Go on',
  }),
  'requests-refused': ({ id, name, count }) => ({
    tone: 'attention',
    text: `${requests(count)} of ${name} were refused in the last 24 hours`,
    why: 'These people or groups differ from the directory.',
    page: connection(id),
    action: 'See why',
  }),
  'connection-ending': ({ id, name, at }) => ({
    tone: 'attention',
    text: `The token of ${name} expires on ${at === null ? 'a day' : onDay(at)}`,
    why: 'Two tokens can be valid at once, so create the next one first.',
    page: connection(id, 'tokens'),
    action: 'Replace it',
  }),
  'key-ending': ({ name, at }) => ({
    tone: 'attention',
    text: `The API key ${quoted(name)} expires on ${at === null ? 'a day' : onDay(at)}`,
    why: 'Programs that use it will be refused.',
    page: { to: '/admin/keys' },
    action: 'Rotate it',
  }),
  'schedules-failed': ({ id, name, count }) => ({
    tone: 'trouble',
    text:
      count === 1
        ? `${quoted(name)} did not change as scheduled`
        : `${counted(count, 'trail')} did not change as scheduled`,
    why: "The trail's page shows the reason.",
    page: trailOr(id, 'schedule'),
    action: 'See why',
  }),
  'examples-failing': ({ id, name, count }) => ({
    tone: 'attention',
    text: count === 1 ? `Examples of ${quoted(name)} fail` : `Examples of ${counted(count, 'trail')} fail`,
    why: 'They are offered for the wrong questions, or not for the right ones.',
    page: trailOr(id, 'examples', 'surfacing'),
    action: 'See which',
  }),
  'approvals-waiting': ({ id, name, count }) => ({
    tone: 'attention',
    text: count === 1 ? `${quoted(name)} waits for approval` : `${counted(count, 'trail')} wait for approval`,
    why: 'They are published once another person has approved them.',
    page: trailOr(id, 'approval'),
    action: 'Read',
  }),
  'reviews-due': ({ id, name, count, at }) => ({
    tone: 'attention',
    text:
      count === 1
        ? `${quoted(name)} is to be reviewed by ${at === null ? 'now' : onDay(at)}`
        : `${counted(count, 'trail')} are to be reviewed`,
    why:
      count === 1
        ? 'Is it still up to date?'
        : `The first one, ${quoted(name)}, by ${at === null ? 'now' : onDay(at)}.`,
    page: trailOr(id, 'review', 'access'),
    action: 'Review',
  }),
};

/** The words for one item. */
export const handOf = (needed: HandNeeded): Hand => WORDS[needed.kind]({ ...needed, name: needed.name ?? '' });
