// A person of the directory view, and what the view is filtered by.
import { type Static, Type } from '@sinclair/typebox';
import { Email } from '../../base/shape.ts';
import { ROLES } from '../roles.ts';

export const Nullable = <T extends ReturnType<typeof Type.String>>(shape: T) => Type.Union([shape, Type.Null()]);

export const Id = Type.String({ format: 'uuid' });

export const Time = Type.String({ format: 'date-time' });

/** One person of the view. A person who was deleted is not in it. */
export const DirectoryRow = Type.Object(
  {
    user_id: Id,
    name: Type.String(),
    email: Nullable(Email()),
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
    report_count: Type.Integer({ description: 'Direct reports who are active.' }),
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

/** What the view is sorted by; a minus turns it round. */
export const DIRECTORY_ORDERS = ['name', '-name', 'joined_at', '-joined_at'] as const;
export type DirectoryOrder = (typeof DIRECTORY_ORDERS)[number];

/** How many people pass a filter. */
export const DirectoryTotals = Type.Object(
  { people: Type.Integer(), active: Type.Integer(), deprovisioned: Type.Integer() },
  { $id: 'DirectoryTotals', additionalProperties: false },
);
export type DirectoryTotals = Static<typeof DirectoryTotals>;

/** Where a page starts: after the person with that folded name or day of joining, and id; null for the first. */
export interface DirectoryPlace {
  readonly sort_key: string;
  readonly user_id: string;
}

/** A row with its place in the order of the view. */
export type SortedRow = DirectoryRow & Pick<DirectoryPlace, 'sort_key'>;
