// Trails as JSON text, built around the stored JSON. A document is returned as the text that was saved, without
// parsing.

import type { ListedColumns } from './document/listed-fields.ts';
import { LISTED_FIELDS } from './document/trail-fields.ts';
import type { Status } from './lifecycle.ts';
import { personRef } from './trail.ts';
import type { Visibility } from './visibility.ts';

/** A trail as the store reads it. `surfacing_tests` is JSON text; times are RFC 3339. */
export interface TrailRow extends ListedColumns {
  readonly trail_id: string;
  readonly status: Status;
  readonly visibility: Visibility;
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

/** A trail with its draft. Both members are JSON texts. */
export interface TrailDetailRow extends TrailRow {
  readonly document: string;
  readonly publish_issues: string;
}

/** TrailResource (contract 2.5) as JSON text. */
export const trailJson = (row: TrailRow): string => `{${membersJson(row)}}`;

/** TrailDetailResource (contract 2.6) as JSON text. */
export const trailDetailJson = (row: TrailDetailRow): string =>
  `{${membersJson(row)},"document":${row.document},"publish_issues":${row.publish_issues}}`;

/** The trails of a page as comma-separated JSON texts, and the cursor of the next page. */
interface ListedPage {
  readonly items: Buffer;
  readonly next_cursor: string | undefined;
}

/**
 * TrailListResponse (contract 2.7) as the response bytes. `next_cursor` is absent on the last page. A cached page
 * builds them only once.
 */
export function trailListJson(page: ListedPage): Buffer {
  const { items, next_cursor } = page;
  const json =
    listed.get(page) ??
    Buffer.concat([LIST_BEGINS, items, next_cursor === undefined ? LIST_ENDS : listGoesOn(next_cursor)]);
  listed.set(page, json);
  return json;
}

const listed = new WeakMap<ListedPage, Buffer>();
const LIST_BEGINS = Buffer.from('{"items":[');
const LIST_ENDS = Buffer.from(']}');
const listGoesOn = (nextCursor: string): Buffer => Buffer.from(`],"next_cursor":${JSON.stringify(nextCursor)}}`);

const TEXTS = LISTED_FIELDS.filter(({ column }) => column === 'text');
const JSON_TEXTS = LISTED_FIELDS.filter(({ column }) => column === 'json');

/** The members without the surrounding braces. */
function membersJson(row: TrailRow): string {
  const isLiveAsDrafted = row.status === 'live' && row.revision === row.published_revision;
  return [
    member('id', row.trail_id),
    ...TEXTS.map(({ name }) => member(name, row[name])),
    member('status', row.status),
    member('visibility', row.visibility),
    member('grant_count', row.grant_count),
    member('prompt_count', row.prompt_count),
    member('sort_order', row.sort_order),
    member('revision', row.revision),
    member('has_unpublished_changes', !isLiveAsDrafted),
    member('created_at', row.created_at),
    member('updated_at', row.updated_at),
    member('created_by', personRef(row.created_by, row.created_by_name)),
    member('published_at', row.published_at),
    member('published_revision', row.published_revision),
    member('published_version', row.published_version),
    ...JSON_TEXTS.map(({ name }) => `"${name}":${row[name]}`),
    `"surfacing_tests":${row.surfacing_tests ?? 'null'}`,
  ].join(',');
}

const member = (name: string, value: unknown): string => `"${name}":${JSON.stringify(value)}`;
