// A group in a list, and what a list is filtered by.

import type { Role } from '../roles.ts';
import type { Group } from './group.ts';

export interface ListedGroup extends Group {
  /** Folded: the place in the order. */
  readonly name_key: string;
  /** Of the connection; null for a group managed in the service. */
  readonly connection_name: string | null;
  readonly member_count: number;
  /** Of them those who are active. */
  readonly active_count: number;
  readonly roles: readonly Role[];
  /** A connection took the group over, and its role admin waits until an admin confirms it. */
  readonly admin_waits: boolean;
}

export interface GroupFilter {
  /** A part of the name, in any case. */
  readonly q?: string;
  /** A connection's id, or `service`. */
  readonly source?: string;
  /** Groups that this person is in. */
  readonly member_id?: string;
}
