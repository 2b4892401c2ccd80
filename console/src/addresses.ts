// The search parameters of each page. The router validates them.
import { LIMITS } from '../../src/trails/document/limits.ts';
import { day, id, number, oneOf, text } from './parts/page/address.ts';

/** A question may be as long as the judge accepts. */
export const HOME = { ask: text(LIMITS.draft_text.max), q: text(), tool: text(), role: text(), set: id() } as const;
/** The id of the invitation that a link leads to. */
export const ACCOUNT = { invitation: text(36) } as const;
export const TRAIL_LIST = {
  view: oneOf('any', 'draft', 'live', 'archived', 'order'),
  q: text(),
  only: oneOf('', 'mine', 'nobody', 'review', 'approval', 'schedule', 'examples'),
  new: oneOf('', 'yes'),
  /** The topic of Insight that the new trail is about. */
  about: text(LIMITS.keywords.max),
} as const;
export const TRAIL = {
  tab: oneOf('edit', 'surfacing', 'versions', 'access', 'feedback'),
  version: number(),
  against: text(),
  prompt: text(),
} as const;
export const CONNECTION = {
  tab: oneOf('log', 'setup', 'tokens', 'settings', 'attributes', 'rehearsal'),
  over: oneOf('day', 'hour'),
  outcome: oneOf('', 'ok', 'refused', 'failed'),
  resource: oneOf('', 'User', 'Group'),
  q: text(),
  from: day(),
  until: day(),
  entry: id(),
} as const;
export const CONNECT = { tool: text(60) } as const;
export const WEBHOOK = { state: oneOf('', 'pending', 'delivered', 'failed') } as const;
export const PERSON = { tab: oneOf('profile', 'access', 'trails', 'sessions', 'activity'), entry: id() } as const;
export const HISTORY = { entry: id() } as const;
export const ORGANIZATION = { person: text(36) } as const;
export const MEMBERS = {
  q: text(),
  status: oneOf('', 'active', 'deprovisioned'),
  source: text(36),
  role: oneOf('', 'owner', 'admin', 'publisher', 'author', 'manager', 'member'),
  sort: oneOf('name', '-name', 'joined_at', '-joined_at'),
} as const;
export const GROUPS = { q: text() } as const;
export const KEYS = { q: text(), state: oneOf('', 'good', 'ended') } as const;
export const AUDIT = {
  kind: text(100),
  person: text(36),
  q: text(),
  from: day(),
  until: day(),
  entry: id(),
} as const;
