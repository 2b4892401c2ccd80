// If-Match on a trail (Decision 9): strong comparison with the revision, `*` for whatever is there.
import type { Caller } from '../../admission/caller.ts';
import { refuse } from '../../base/refusal.ts';
import type { Call } from '../../http/endpoint.ts';
import { matchesStrongly, parseTags, type TagList } from '../../http/etag.ts';
import { type OnRace, staleRevision } from '../../trails/save-document.ts';
import type { DraftRow } from '../../trails/trail-read-store.ts';

type AnyCall = Pick<Call<Caller>, 'header' | 'db' | 'caller'>;

/**
 * What a save does when it is overtaken: `*` saves over it, a tag does not. Refuses with `precondition-required`
 * without If-Match, else as `requireIfMatch`.
 */
export async function requireEditOf(call: AnyCall, draft: DraftRow): Promise<OnRace> {
  const header = call.header('if-match');
  if (header === undefined) {
    throw refuse(
      'precondition-required',
      `Say which revision you edited from: send If-Match: "${draft.revision}" (the ETag you read), or * to save over any.`,
      { current_revision: draft.revision },
    );
  }
  await requireIfMatch(call, draft);
  return header.trim() === '*' ? 'overwrite' : 'refuse';
}

/** Where If-Match is sent: refuses with `bad-request` what is no tag, with `revision-conflict` what is not current. */
export async function requireIfMatch(call: AnyCall, draft: DraftRow): Promise<void> {
  const header = call.header('if-match');
  if (header === undefined) return;
  const tags = parseTags('If-Match', header);
  if (matchesStrongly(tags, String(draft.revision))) return;
  const hint = listed(tags).some(({ weak, tag }) => weak && tag === String(draft.revision))
    ? `If-Match takes strong tags only: send "${draft.revision}" without W/.`
    : undefined;
  const editedFrom = revisionsOf(tags)[0];
  throw await staleRevision(call.db, call.caller.catalog.catalog_id, draft, editedFrom, hint);
}

/** Revisions that a reader holds already; `*` is any. */
export type HeldRevisions = '*' | readonly number[];

export const holds = (held: HeldRevisions | undefined, revision: number): boolean =>
  held === '*' || held?.includes(revision) === true;

/** The revisions that a reader holds, out of If-None-Match; undefined where it is not sent. */
export function heldRevisions(call: AnyCall): HeldRevisions | undefined {
  const header = call.header('if-none-match');
  if (header === undefined) return undefined;
  const tags = parseTags('If-None-Match', header);
  return tags === '*' ? '*' : revisionsOf(tags);
}

const listed = (tags: TagList): Exclude<TagList, '*'> => (tags === '*' ? [] : tags);

const revisionsOf = (tags: TagList): number[] =>
  listed(tags).flatMap(({ tag }) => (/^[1-9]\d{0,9}$/.test(tag) ? [Number(tag)] : []));
