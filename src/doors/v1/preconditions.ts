// Preconditions on a trail (RFC 9110, section 13; Decisions 9, 10 and 62): the revision is its entity tag, and
// `updated_at` its date, each for all that is below the trail too.
import type { Caller } from '../../admission/caller.ts';
import { httpDate } from '../../base/http-date.ts';
import { refuse } from '../../base/refusal.ts';
import { isUnmodifiedSince } from '../../http/answers/conditional.ts';
import { isHeldTag, matchesStrongly, parseTags, type TagList } from '../../http/answers/etag.ts';
import type { Call } from '../../http/endpoint/endpoint.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { type OnRace, staleRevision } from '../../trails/editing/save-document.ts';
import type { DraftRow } from '../../trails/trail-read-store.ts';
import { getLockedTrail, readTrail } from '../../trails/trails.ts';

/** A trail that preconditions are judged on. */
type Judged = DraftRow & { readonly updated_at: string };

type AnyCall = Pick<Call<Caller>, 'header' | 'db' | 'caller' | 'method'>;

/** False: `requirePreconditions` has nothing to judge. */
export const hasPreconditions = (call: Pick<AnyCall, 'header'>): boolean =>
  isSent(call, 'if-match', 'if-unmodified-since', 'if-none-match');

/**
 * What a save does when it is overtaken: `*` saves over it, a tag does not. Refuses with `precondition-required`
 * without If-Match, else as `requirePreconditions`.
 */
export async function requireEditOf(call: AnyCall, draft: Judged): Promise<OnRace> {
  const header = call.header('if-match');
  if (header === undefined) {
    throw refuse(
      'precondition-required',
      `Say which revision you edited from: send If-Match: "${draft.revision}" (the ETag you read), or * to save ` +
        `over any.`,
      { current_revision: draft.revision },
    );
  }
  await requirePreconditions(call, draft);
  return header.trim() === '*' ? 'overwrite' : 'refuse';
}

/**
 * If-Match, or else If-Unmodified-Since, and If-None-Match, where they are sent (RFC 9110, 13.2.2): refuses with
 * `bad-request` an If-Match that is no tag, with `revision-conflict` one that is not current, a trail that was modified
 * since, and an If-None-Match that names what is there.
 */
export async function requirePreconditions(call: AnyCall, draft: Judged, db: Db = call.db): Promise<void> {
  const header = call.header('if-match');
  if (header === undefined) requireUnmodified(call, draft);
  else await requireMatch(call, draft, header, db);
  if (isRead(call) || !isHeldTag(call.header('if-none-match'), String(draft.revision))) return;
  throw refuse('revision-conflict', 'The trail exists at the revision that If-None-Match excludes.', {
    current_revision: draft.revision,
  });
}

/**
 * As `requirePreconditions`, for what is read of a trail and has no tag of its own: the trail's counts for If-Match,
 * and `unlessHeld` judges the rest.
 */
export async function requirePreconditionsOn(call: AnyCall, trailId: string): Promise<void> {
  if (!isSent(call, 'if-match', 'if-unmodified-since')) return;
  await requirePreconditions(call, await readTrail(call.db, call.caller.catalog.catalog_id, trailId));
}

/** As `requirePreconditions`, on the trail as it is until the transaction ends. */
export async function requirePreconditionsNow(call: AnyCall, tx: Tx, trailId: string): Promise<void> {
  if (!hasPreconditions(call)) return;
  const trail = await getLockedTrail(tx, call.caller.catalog.catalog_id, trailId);
  await requirePreconditions(call, trail, tx);
}

/** True where the request names the revision or the moment that it saw: a race is refused then. */
export const namesWhatItSaw = ({ header }: Pick<AnyCall, 'header'>): boolean => {
  const tags = header('if-match');
  return tags === undefined ? !Number.isNaN(httpDate(header('if-unmodified-since') ?? '')) : tags.trim() !== '*';
};

const isSent = ({ header }: Pick<AnyCall, 'header'>, ...names: readonly string[]): boolean =>
  names.some((name) => header(name) !== undefined);

const isRead = ({ method }: AnyCall): boolean => method === 'GET' || method === 'HEAD';

function requireUnmodified({ header }: AnyCall, { revision, updated_at }: Judged): void {
  const since = header('if-unmodified-since');
  if (since === undefined || isUnmodifiedSince(since, lastModified(updated_at))) return;
  throw refuse('revision-conflict', `It was modified at ${updated_at}, after If-Unmodified-Since. Read it again.`, {
    current_revision: revision,
  });
}

async function requireMatch(call: AnyCall, draft: Judged, header: string, db: Db): Promise<void> {
  const tags = parseTags('If-Match', header);
  if (matchesStrongly(tags, String(draft.revision))) return;
  const hint = listed(tags).some(({ weak, tag }) => weak && tag === String(draft.revision))
    ? `If-Match takes strong tags only: send "${draft.revision}" without W/.`
    : undefined;
  const editedFrom = revisionsOf(tags)[0];
  throw await staleRevision(db, call.caller.catalog.catalog_id, draft, editedFrom, hint);
}

/** `updated_at` as HTTP tells times. */
export const lastModified = (updated_at: string): string => new Date(updated_at).toUTCString();

const listed = (tags: TagList): Exclude<TagList, '*'> => (tags === '*' ? [] : tags);

const revisionsOf = (tags: TagList): number[] =>
  listed(tags).flatMap(({ tag }) => (/^[1-9]\d{0,9}$/.test(tag) ? [Number(tag)] : []));
