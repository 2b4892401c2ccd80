// The workspaces that a distributed database can serve. If a worker is down, background work for all workspaces is
// limited to the others, because a statement that needs every worker would fail for all of them.
import { nothing, type Sql, sql, trusted } from './sql.ts';

/** Workers that do not answer, and the tenants whose rows they have. */
export interface Outage {
  /** Hosts with ports. */
  readonly workers: readonly string[];
  readonly unreachable: readonly string[];
  readonly reachable: readonly string[];
}

/** The number of workspaces that logs, metrics and readiness name. */
export const MAX_NAMED_WORKSPACES = 20;

/** The state of one database in this process. */
export interface OutageNotes {
  /** Undefined if every worker answers, or if the database is not distributed. */
  last(): Outage | undefined;
  note(outage: Outage | undefined): void;
}

export function outageNotes(): OutageNotes {
  let outage: Outage | undefined;
  return {
    last: () => outage,
    note: (next) => {
      outage = next;
    },
  };
}

interface Distributable {
  readonly outage?: OutageNotes | undefined;
}

/**
 * Limits a statement about all workspaces to those that can be reached. Add it to the condition of each table, or as
 * the condition of a table without one (`where`).
 */
export function withinReach(db: Distributable, column: Sql, keyword: 'and' | 'where' = 'and'): Sql {
  const reachable = db.outage?.last()?.reachable;
  return reachable === undefined ? nothing : sql`${trusted(keyword)} ${column} = any(${reachable}::uuid[])`;
}
