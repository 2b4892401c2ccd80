// Preconditions on a trail (RFC 9110, section 13; Decisions 9, 10 and 62). The revision is the entity tag and
// `updated_at` the date, for the trail and everything below it.

import type { Caller } from '../../admission/caller.ts';
import { httpDate } from '../../base/http-date.ts';
import { refuse } from '../../base/refusal.ts';
import { type Sentence, t } from '../../base/texts/t.ts';
import { isUnmodifiedSince } from '../../http/answers/conditional.ts';
import { isHeldTag, matchesStrongly, parseTags, type TagList } from '../../http/answers/etag.ts';
import type { Call } from '../../http/endpoint/endpoint.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { type OnRace, staleRevision } from '../../trails/editing/save-document.ts';
import type { DraftRow } from '../../trails/trail-read-store.ts';
import { getLockedTrail, readTrail } from '../../trails/trails.ts';

/** A trail to check preconditions against. */
type Judged = DraftRow & { readonly updated_at: string };

type AnyCall = Pick<Call<Caller>, 'header' | 'db' | 'caller' | 'method'>;

/** If this is false, `requirePreconditions` has nothing to check. */
export const hasPreconditions = (call: Pick<AnyCall, 'header'>): boolean =>
  isSent(call, 'if-match', 'if-unmodified-since', 'if-none-match');

/**
 * Whether a save overwrites concurrent changes: `*` does, a tag does not. Fails with `precondition-required` without
 * If-Match, and for the same reasons as `requirePreconditions`.
 */
export async function requireEditOf(call: AnyCall, draft: Judged): Promise<OnRace> {
  const header = call.header('if-match');
  if (header === undefined) {
    throw refuse(
      'precondition-required',
      t(
        'Specify the revision you edited from: send If-Match: "{revision}" (the ETag you read), or * ' +
          'to overwrite any revision.',
        { revision: String(draft.revision) },
      ),
      { current_revision: draft.revision },
    );
  }
  await requirePreconditions(call, draft);
  return header.trim() === '*' ? 'overwrite' : 'refuse';
}

/**
 * Checks If-Match (or else If-Unmodified-Since) and If-None-Match (RFC 9110, 13.2.2). Fails with `bad-request` if
 * If-Match is invalid. Fails with `revision-conflict` if If-Match is stale, the trail was modified since, or
 * If-None-Match matches the current revision.
 */
export async function requirePreconditions(call: AnyCall, draft: Judged, db: Db = call.db): Promise<void> {
  const header = call.header('if-match');
  if (header === undefined) requireUnmodified(call, draft);
  else await requireMatch(call, draft, header, db);
  if (isRead(call) || !isHeldTag(call.header('if-none-match'), String(draft.revision))) return;
  throw refuse('revision-conflict', 'The trail is at the revision that If-None-Match excludes.', {
    current_revision: draft.revision,
  });
}

/**
 * Like `requirePreconditions`, for sub-resources without an entity tag. If-Match applies to the trail, and `unlessHeld`
 * checks the rest.
 */
export async function requirePreconditionsOn(call: AnyCall, trailId: string): Promise<void> {
  if (!isSent(call, 'if-match', 'if-unmodified-since')) return;
  await requirePreconditions(call, await readTrail(call.db, call.caller.catalog.catalog_id, trailId));
}

/** Like `requirePreconditions`, with the trail locked until the transaction ends. */
export async function requirePreconditionsNow(call: AnyCall, tx: Tx, trailId: string): Promise<void> {
  if (!hasPreconditions(call)) return;
  const trail = await getLockedTrail(tx, call.caller.catalog.catalog_id, trailId);
  await requirePreconditions(call, trail, tx);
}

/** True if the request names a revision or time. In that case, a concurrent change causes an error. */
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
  throw refuse(
    'revision-conflict',
    t('The trail was modified at {time}, after If-Unmodified-Since. Read it again.', { time: updated_at }),
    {
      current_revision: revision,
    },
  );
}

async function requireMatch(call: AnyCall, draft: Judged, header: string, db: Db): Promise<void> {
  const tags = parseTags('If-Match', header);
  if (matchesStrongly(tags, String(draft.revision))) return;
  const hint: Sentence | undefined = listed(tags).some(({ weak, tag }) => weak && tag === String(draft.revision))
    ? t('If-Match requires a strong tag. Send "{revision}" without W/.', { revision: String(draft.revision) })
    : undefined;
  const editedFrom = revisionsOf(tags)[0];
  throw await staleRevision(db, call.caller.catalog.catalog_id, draft, editedFrom, hint);
}

/** `updated_at` as an HTTP date. */
export const lastModified = (updated_at: string): string => new Date(updated_at).toUTCString();

const listed = (tags: TagList): Exclude<TagList, '*'> => (tags === '*' ? [] : tags);

const revisionsOf = (tags: TagList): number[] =>
  listed(tags).flatMap(({ tag }) => (/^[1-9]\d{0,9}$/.test(tag) ? [Number(tag)] : []));
