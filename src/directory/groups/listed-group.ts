// A group as shown in lists, and the filter of lists.

import type { Role } from '../roles.ts';
import type { Group } from './group.ts';

export interface ListedGroup extends Group {
  /** The folded name, which is the sort key. */
  readonly name_key: string;
  /** The connection's name; null for a group managed in the service. */
  readonly connection_name: string | null;
  readonly member_count: number;
  /** The number of active members. */
  readonly active_count: number;
  readonly roles: readonly Role[];
  /** True if a connection took over the group and its admin role awaits an admin's confirmation. */
  readonly admin_waits: boolean;
}

export interface GroupFilter {
  /** Text that the name must contain, ignoring case. */
  readonly q?: string;
  /** A connection's id, or `service`. */
  readonly source?: string;
  /** Only groups with this member. */
  readonly member_id?: string;
}
