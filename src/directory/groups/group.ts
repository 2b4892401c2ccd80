// A group of a team, synced or managed in the service, and what is said of one.
import { refuse } from '../../base/refusal.ts';
import type { Source } from '../member.ts';
import type { Role } from '../roles.ts';

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

/** The group as an audit entry names it. */
export const subjectOf = ({ group_id, display_name }: Pick<Group, 'group_id' | 'display_name'>) => ({
  kind: 'group',
  id: group_id,
  name: display_name,
});

/** Also said of a group that a connection lost: its requests find nothing (contract 3.3). */
export function noSuchGroup(): never {
  throw refuse('not-found', 'There is no such group.');
}

/** Said where somebody who is to be a member of a group, or to look after it, is none of the workspace. */
export const notOfWorkspace = (): Error =>
  refuse('unprocessable', 'Somebody in the list is no member of the workspace. Add the person first.');
