// A group of a team, either synced or managed in the service.
import { refuse } from '../../base/refusal.ts';
import type { Source } from '../member.ts';
import type { Role } from '../roles.ts';

export interface Group {
  readonly group_id: string;
  readonly display_name: string;
  readonly description: string;
  /** Null: managed in the service. */
  readonly connection_id: Source;
  /** Changes when the group is renamed or its members change. */
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The fields that change whenever the connection would see a difference. */
export type GroupState = Pick<Group, 'version' | 'updated_at'>;

export interface LockedGroup extends Group {
  readonly roles: readonly Role[];
  /** True if a change of many members was started and has not been settled (group-change.ts). */
  readonly is_changing: boolean;
}

/** The group as the subject of an audit entry. */
export const subjectOf = ({ group_id, display_name }: Pick<Group, 'group_id' | 'display_name'>) => ({
  kind: 'group',
  id: group_id,
  name: display_name,
});

/** Also used for groups that no longer belong to a connection, because its requests don't find them (contract 3.3). */
export function noSuchGroup(): never {
  throw refuse('not-found', 'There is no such group.');
}

/** The error for a person who cannot be a member or manager of a group because they are not in the workspace. */
export const notOfWorkspace = (): Error =>
  refuse('unprocessable', 'A person in the list is not a member of the workspace. Add the person first.');
