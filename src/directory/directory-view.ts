// The directory view: a team's people as an administrator looks through them, thousands of rows by pages.
import { type Static, Type } from '@sinclair/typebox';
import type { Db } from '../storage/database.ts';
import { selectDirectory } from './directory-view-store.ts';
import { ROLES } from './roles.ts';

const Nullable = <T extends ReturnType<typeof Type.String>>(shape: T) => Type.Union([shape, Type.Null()]);
const Id = Type.String({ format: 'uuid' });
const Time = Type.String({ format: 'date-time' });

/** One person of the view. A person who was deleted is not in it. */
export const DirectoryRow = Type.Object(
  {
    user_id: Id,
    name: Type.String(),
    email: Nullable(Type.String()),
    status: Type.Union([Type.Literal('active'), Type.Literal('deprovisioned')]),
    roles: Type.Array(Type.Union(ROLES.map((role) => Type.Literal(role))), {
      description: 'Held directly and through groups.',
    }),
    source: Type.Union([
      Type.Object(
        { connection_id: Id, name: Type.String() },
        { description: 'The connection that manages the person.' },
      ),
      Type.Null(),
    ]),
    manager: Type.Union([Type.Object({ user_id: Id, name: Type.String() }), Type.Null()]),
    report_count: Type.Integer(),
    joined_at: Time,
    deprovisioned_at: Nullable(Time),
  },
  { $id: 'DirectoryRow', additionalProperties: false },
);
export type DirectoryRow = Static<typeof DirectoryRow>;

export interface DirectoryFilter {
  /** A part of name or e-mail address, in any case. */
  readonly q?: string;
  readonly status?: 'active' | 'deprovisioned';
  /** A connection's id, or `service`. */
  readonly source?: string;
  /** Held directly or through a group. */
  readonly role?: string;
  readonly group_id?: string;
  /** Direct reports of that person. */
  readonly manager_id?: string;
}

/** Where a page starts: after the person with that folded name and id; null for the first. */
export interface DirectoryPlace {
  readonly name_key: string;
  readonly user_id: string;
}

/** A row with its place in the order of the view. */
export type PlacedRow = DirectoryRow & Pick<DirectoryPlace, 'name_key'>;

/** A page of the view by name, from after a place. A full page may have a next one, which starts after its last row. */
export const directoryView = (
  db: Db,
  teamId: string,
  filter: DirectoryFilter,
  after: DirectoryPlace | null,
  limit: number,
): Promise<PlacedRow[]> => selectDirectory(db, teamId, filter, after, limit);

/** One person of the view, if he is in it. */
export async function findInDirectory(db: Db, teamId: string, accountId: string): Promise<DirectoryRow | undefined> {
  const [found] = await selectDirectory(db, teamId, { user_id: accountId }, null, 1);
  return found && rowOf(found);
}

/** The row without its place. */
export const rowOf = ({ name_key: _, ...row }: PlacedRow): DirectoryRow => row;
