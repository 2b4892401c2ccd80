// A person in the directory view, and the view's filter.
import { type Static, Type } from '@sinclair/typebox';
import { Email } from '../../base/shape.ts';
import { ROLES } from '../roles.ts';

export const Nullable = <T extends ReturnType<typeof Type.String>>(shape: T) => Type.Union([shape, Type.Null()]);

export const Id = Type.String({ format: 'uuid' });

export const Time = Type.String({ format: 'date-time' });

/** A person in the directory view. Deleted people are not included. */
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
  /** Words that the name or e-mail address must contain, in any order, ignoring case and, if nobody matches, a typo. */
  readonly q?: string;
  readonly status?: 'active' | 'deprovisioned';
  /** A connection's id, or `service`. */
  readonly source?: string;
  /** A role that the person has, either directly or through a group. */
  readonly role?: string;
  readonly group_id?: string;
  /** Only this person's direct reports. */
  readonly manager_id?: string;
}

/** The sort orders of the view. A minus reverses the order. */
export const DIRECTORY_ORDERS = ['name', '-name', 'joined_at', '-joined_at'] as const;
export type DirectoryOrder = (typeof DIRECTORY_ORDERS)[number];

/** How many people match a filter. */
export const DirectoryTotals = Type.Object(
  { people: Type.Integer(), active: Type.Integer(), deprovisioned: Type.Integer() },
  { $id: 'DirectoryTotals', additionalProperties: false },
);
export type DirectoryTotals = Static<typeof DirectoryTotals>;

/** The position after which a page starts: a folded name or the day of joining, and an id. Null for the first page. */
export interface DirectoryPlace {
  readonly sort_key: string;
  readonly user_id: string;
}

/** A row with its sort key. */
export type SortedRow = DirectoryRow & Pick<DirectoryPlace, 'sort_key'>;
