// The message of a server thread when it is ready.
import type { Target } from './talk.ts';

export interface Ready {
  readonly target: Target;
  readonly team_id: string;
  /** Ids of groups: one with 100 members, one with all users. */
  readonly small: string;
  readonly great: string;
}
