// The actions that each status permits, and their results (the table of Decision 21).

import { refuse } from '../base/refusal.ts';
import type { Sentence } from '../base/texts/t.ts';

export type Status = 'draft' | 'live' | 'archived';
/** `edit` is a save, a PATCH or a change to grants. `restore` copies an old version into the draft. */
export type Action = 'edit' | 'restore' | 'publish' | 'unpublish' | 'archive' | 'unarchive' | 'delete';

/** The next status. `gone`: the trail is deleted. Undefined: the action is refused. */
const LIFECYCLE = {
  draft: {
    edit: 'draft',
    restore: 'draft',
    publish: 'live',
    unpublish: undefined,
    archive: 'archived',
    unarchive: undefined,
    delete: 'gone',
  },
  live: {
    edit: 'live',
    restore: 'live',
    publish: 'live',
    unpublish: 'draft',
    archive: 'archived',
    unarchive: undefined,
    delete: 'gone',
  },
  archived: {
    edit: undefined,
    restore: 'archived',
    publish: undefined,
    unpublish: undefined,
    archive: undefined,
    unarchive: 'draft',
    delete: 'gone',
  },
} as const satisfies Record<Status, Record<Action, Status | 'gone' | undefined>>;

/** The status after the action. If the table has none, fails with `conflict` and suggests what to do. */
export function nextStatus(status: Status, action: Exclude<Action, 'delete'>): Status {
  const next = LIFECYCLE[status][action];
  if (next === undefined) throw refuse('conflict', refusalSentence(status, action), { current_status: status });
  return next;
}

function refusalSentence(status: Status, action: Action): Sentence {
  if (status === 'archived' && action === 'archive') return 'The trail is archived already.';
  if (status === 'archived') return 'The trail is archived. Unarchive it first, which makes it a draft.';
  if (action === 'unarchive')
    return status === 'live' ? 'The trail is live, not archived.' : 'The trail is a draft, not archived.';
  return 'The trail is a draft. Employees cannot see it, so there is nothing to unpublish.';
}
