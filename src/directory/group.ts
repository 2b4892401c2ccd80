// A group of a team, synced or managed in the service.
import type { Source } from './member.ts';
import type { Role } from './roles.ts';

export interface Group {
  readonly group_id: string;
  readonly display_name: string;
  readonly description: string;
  /** Null: managed in the service. */
  readonly connection_id: Source;
  /** Moves with the name and with every membership. */
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** What moves with every change of a group that a connection sees. */
export type GroupState = Pick<Group, 'version' | 'updated_at'>;

export interface LockedGroup extends Group {
  readonly roles: readonly Role[];
  /** A change of many members was begun and is not settled (group-change.ts). */
  readonly is_changing: boolean;
}
