// The to-do items in words: the problem, its consequence, and the page that solves it.

import type { Narrowing } from '../api/trails.ts';
import type { PageAddress } from '../parts/page/page-address.ts';
import { onDay } from '../parts/texts/formats.ts';
import { t } from '../parts/texts/t.ts';
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

const connection = (connectionId: string | null, tab?: 'tokens' | 'settings' | 'log'): PageAddress =>
  connectionId === null
    ? { to: '/admin/connections' }
    : { to: '/admin/connections/$connectionId', params: { connectionId }, ...(tab && { search: { tab } }) };

/** The one trail concerned, or the list of all of them. */
const trailOr = (trailId: string | null, only: Narrowing, tab?: 'surfacing' | 'access'): PageAddress =>
  trailId === null
    ? { to: '/write', search: { only } }
    : { to: '/write/$trailId', params: { trailId }, ...(tab && { search: { tab } }) };
/** The service counts up to a thousand. */
const requests = (count: number): string =>
  count >= 1000 ? t('1,000 requests or more') : t('{count, plural, one {# request} other {# requests}}', { count });

const WORDS: Readonly<Record<HandNeeded['kind'], Words>> = {
  'seats-full': ({ count }) => ({
    tone: 'trouble',
    text: count === 1 ? t('The only seat is taken') : t('All {count} seats are taken', { count }),
    why: t('No one can be added or reactivated.'),
    page: { to: '/admin/members' },
    action: t('See members'),
  }),
  'people-suspended': ({ id, name, count }) => ({
    tone: 'trouble',
    text: t('{name} removed {count, plural, one {# person} other {# people}} at once', { name, count }),
    why: t('They have no access until you restore them.'),
    page: connection(id),
    action: t('Decide'),
  }),
  'connection-closed': ({ id, name }) => ({
    tone: 'trouble',
    text: t('{name} has no valid token', { name }),
    why: t('All its requests are refused.'),
    page: connection(id, 'tokens'),
    action: t('Make a token'),
  }),
  'connection-paused': ({ id, name }) => ({
    tone: 'attention',
    text: t('{name} is paused', { name }),
    why: t('Changes of people and groups have to wait.'),
    page: connection(id, 'settings'),
    action: t('Go on'),
  }),
  'requests-refused': ({ id, name, count }) => ({
    tone: 'attention',
    text: t('{requests} of {name} were refused in the last 24 hours', { requests: requests(count), name }),
    why: t('These people or groups differ from the directory.'),
    page: connection(id),
    action: t('See why'),
  }),
  'writes-without-effect': ({ id, name, count }) => ({
    tone: 'attention',
    text: t('{requests} of {name} in the last 24 hours again had no effect', { requests: requests(count), name }),
    why: t('The identity provider sends the same values in every cycle. Correct its attribute mapping.'),
    page: connection(id, 'log'),
    action: t('See which'),
  }),
  'connection-ending': ({ id, name, at }) => ({
    tone: 'attention',
    text:
      at === null
        ? t('The token of {name} expires soon', { name })
        : t('The token of {name} expires on {day}', { name, day: onDay(at) }),
    why: t('Two tokens can be valid at once, so create the next one first.'),
    page: connection(id, 'tokens'),
    action: t('Replace it'),
  }),
  'key-ending': ({ name, at }) => ({
    tone: 'attention',
    text:
      at === null
        ? t('The API key "{name}" expires soon', { name })
        : t('The API key "{name}" expires on {day}', { name, day: onDay(at) }),
    why: t('Programs that use it will be refused.'),
    page: { to: '/admin/keys' },
    action: t('Rotate it'),
  }),
  'schedules-failed': ({ id, name, count }) => ({
    tone: 'trouble',
    text:
      count === 1
        ? t('"{name}" did not change as scheduled', { name })
        : t('{count, plural, one {# trail} other {# trails}} did not change as scheduled', { count }),
    why: t("The trail's page shows the reason."),
    page: trailOr(id, 'schedule'),
    action: t('See why'),
  }),
  'examples-failing': ({ id, name, count }) => ({
    tone: 'attention',
    text:
      count === 1
        ? t('Examples of "{name}" fail', { name })
        : t('Examples of {count, plural, one {# trail} other {# trails}} fail', { count }),
    why: t('They are offered for the wrong questions, or not for the right ones.'),
    page: trailOr(id, 'examples', 'surfacing'),
    action: t('See which'),
  }),
  'approvals-waiting': ({ id, name, count }) => ({
    tone: 'attention',
    text:
      count === 1
        ? t('"{name}" waits for approval', { name })
        : t('{count, plural, one {# trail} other {# trails}} wait for approval', { count }),
    why: t('They are published once another person has approved them.'),
    page: trailOr(id, 'approval'),
    action: t('Read'),
  }),
  'reviews-due': ({ id, name, count, at }) => ({
    tone: 'attention',
    text:
      count === 1
        ? at === null
          ? t('"{name}" is due for review', { name })
          : t('"{name}" is due for review by {day}', { name, day: onDay(at) })
        : t('{count, plural, one {# trail} other {# trails}} are due for review', { count }),
    why:
      count === 1
        ? t('Is it still up to date?')
        : at === null
          ? t('"{name}" is due first.', { name })
          : t('"{name}" is due first, by {day}.', { name, day: onDay(at) }),
    page: trailOr(id, 'review', 'access'),
    action: t('Review'),
  }),
};

/** The words for one item. */
export const handOf = (needed: HandNeeded): Hand => WORDS[needed.kind]({ ...needed, name: needed.name ?? '' });
