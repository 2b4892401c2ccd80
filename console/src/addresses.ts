// What stands in the address of each page that has something to keep. One table a page; the router validates by it.
import { number, oneOf, text } from './parts/address.ts';

/** A question may be as long as the judge takes it (LIMITS.draft_text). */
export const HOME = { ask: text(4_000), q: text(), tool: text(), role: text() } as const;
export const TRAIL_LIST = {
  view: oneOf('any', 'draft', 'live', 'archived', 'order'),
  q: text(),
  only: oneOf('', 'mine', 'nobody', 'review', 'approval', 'schedule', 'examples'),
  new: oneOf('', 'yes'),
} as const;
export const TRAIL = {
  tab: oneOf('edit', 'surfacing', 'versions', 'access', 'feedback'),
  version: number(),
  against: text(),
  prompt: text(),
} as const;
export const CONNECTION = { tab: oneOf('log', 'setup', 'tokens', 'settings') } as const;
export const PERSON = { tab: oneOf('profile', 'access', 'sessions', 'activity') } as const;
export const ORGANISATION = { person: text(36) } as const;
