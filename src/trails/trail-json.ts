// Trails as JSON text, built around the JSON that the database already holds: a stored document goes out as the text it
// was saved as, never parsed on the way.
import type { Status } from './lifecycle.ts';

/** A trail as the store reads it. `tools` and `surfacing_tests` are JSON texts; times are RFC 3339. */
export interface TrailRow {
  readonly trail_id: string;
  readonly title: string;
  readonly target_role: string;
  readonly description: string;
  readonly tools: string;
  readonly status: Status;
  readonly visibility: 'all_teams' | 'restricted';
  readonly grant_count: number;
  readonly prompt_count: number;
  readonly sort_order: number;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly created_by: string | null;
  readonly created_by_name: string | null;
  readonly published_at: string | null;
  readonly published_revision: number | null;
  readonly published_version: number | null;
  readonly surfacing_tests: string | null;
}

/**
 * A trail with its draft. `only_saved`: nothing but the document has changed since this revision was saved (Decision
 * 10).
 */
export interface TrailDetailRow extends TrailRow {
  readonly document: string;
  readonly publish_issues: string;
  readonly only_saved: boolean;
}

/** TrailResource (contract 2.5) as JSON text. */
export const trailJson = (row: TrailRow): string => `${membersJson(row)}}`;

/** TrailDetailResource (contract 2.6) as JSON text. */
export const trailDetailJson = (row: TrailDetailRow): string =>
  `${membersJson(row)},"document":${row.document},"publish_issues":${row.publish_issues}}`;

/**
 * TrailListResponse (contract 2.7) as JSON text, around the texts of its trails; `next_cursor` is absent on the last
 * page.
 */
export const trailListJson = (items: string, nextCursor: string | undefined): string => {
  const next = nextCursor === undefined ? '' : `,"next_cursor":${JSON.stringify(nextCursor)}`;
  return `{"items":[${items}]${next}}`;
};

/** Everything up to the closing brace. */
function membersJson(row: TrailRow): string {
  const head = JSON.stringify({
    id: row.trail_id,
    title: row.title,
    target_role: row.target_role,
    description: row.description,
    status: row.status,
    visibility: row.visibility,
    grant_count: row.grant_count,
    prompt_count: row.prompt_count,
    sort_order: row.sort_order,
    revision: row.revision,
    has_unpublished_changes: row.status !== 'live' || row.revision !== row.published_revision,
    created_at: row.created_at,
    updated_at: row.updated_at,
    created_by: row.created_by === null ? null : { id: row.created_by, name: row.created_by_name ?? '' },
    published_at: row.published_at,
    published_revision: row.published_revision,
    published_version: row.published_version,
  });
  return `${head.slice(0, -1)},"tools":${row.tools},"surfacing_tests":${row.surfacing_tests ?? 'null'}`;
}
