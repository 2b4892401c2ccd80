// What a server thread tells when it is ready.
import type { Target } from './talk.ts';

export interface Ready {
  readonly target: Target;
  readonly team_id: string;
  /** Ids of groups: one of 100 members, one with everybody. */
  readonly small: string;
  readonly great: string;
}
