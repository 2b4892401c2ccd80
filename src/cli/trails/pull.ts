// Brings the catalog into the folder. What was changed here and there is left alone and told; nothing of a person's
// work in the folder is written over without --force.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Trail, TrailSummary } from '@cairn/client';
import { bodyWithin } from '../bounded-body.ts';
import { writeEditorFiles } from './editor-schema.ts';
import { remoteImages, sha256Of } from './image-links.ts';
import { type LocalTrail, readWholeTrail, trailFolders } from './local-trail.ts';
import type { LockedImage, LockedTrail } from './lock-file.ts';
import { digestOf, isSame } from './normal-document.ts';
import { bytesWithin } from './trail-files.ts';
import type { TrailsContext } from './trails-context.ts';
import { folderName, writeTrail } from './write-trail.ts';

export interface PullOptions {
  readonly force?: boolean;
  /** Remove folders whose trail is archived or deleted on the server. */
  readonly prune?: boolean;
}

export interface PullResult {
  readonly written: readonly string[];
  readonly unchanged: number;
  readonly removed: readonly string[];
  /** Changed here and on the server, or gone from one side: for a person to decide. */
  readonly left: readonly { readonly folder: string; readonly sentence: string }[];
}

type Left = PullResult['left'][number];

/**
 * Pulls every trail that is not archived. A trail whose revision the lock file has costs no request. What ends it early
 * leaves what was pulled in the lock file.
 */
export async function pull(context: TrailsContext, options: PullOptions): Promise<PullResult> {
  try {
    const result = await pullAll(context, options);
    await context.lock.save();
    return result;
  } catch (thrown) {
    await context.lock.save().catch(() => undefined);
    throw thrown;
  }
}

async function pullAll(context: TrailsContext, options: PullOptions): Promise<PullResult> {
  const { cairn, root, lock, report } = context;
  await writeEditorFiles(root, (await cairn.guide()).document_schema);
  const remote = (await cairn.trails.list().all()).filter(({ status }) => status !== 'archived');
  const present = new Set(await trailFolders(root));
  const [written, left]: [string[], Left[]] = [[], []];
  const folderOf = new Map(Object.entries(lock.lock.trails).map(([folder, { id }]) => [id, folder]));
  const newFolder = await folderChooser(context, present);
  report.begin(remote.length);
  for (const summary of remote) {
    const folder = folderOf.get(summary.id) ?? newFolder(summary);
    const outcome = await pullTrail(context, summary, folder, present.has(folder), options.force === true);
    present.add(folder);
    if (outcome === 'written') written.push(folder);
    else if (outcome !== 'unchanged') left.push({ folder, sentence: outcome });
    report.step(folder, outcome === 'written');
  }
  report.end();
  await lock.save();
  const gone = await pullGone(context, new Set(remote.map(({ id }) => id)), present, options);
  const unchanged = remote.length - written.length - left.length;
  return { written, unchanged, removed: gone.removed, left: [...left, ...gone.left] };
}

/** Chooses the folder of a trail that has none: one of its title that the lock file does not know, else a new one. */
async function folderChooser(
  { root, lock }: TrailsContext,
  present: ReadonlySet<string>,
): Promise<(trail: TrailSummary) => string> {
  const strangers = new Map<string, string[]>();
  for (const folder of present) {
    if (lock.lock.trails[folder] !== undefined) continue;
    const { title } = (await readWholeTrail(root, folder, undefined)).document;
    strangers.set(title, [...(strangers.get(title) ?? []), folder]);
  }
  // A file stands in the way of a folder too, and many a disk takes `Refunds` for `refunds`.
  const files = (await readdir(root, { withFileTypes: true })).filter((entry) => !entry.isDirectory());
  const names = [...present, ...Object.keys(lock.lock.trails), ...files.map(({ name }) => name)];
  const taken = new Set(names.map((name) => name.toLowerCase()));
  return ({ id, title }) => {
    const own = strangers.get(title)?.shift();
    if (own !== undefined) return own;
    const name = folderName(title, id, taken);
    taken.add(name);
    return name;
  };
}

async function pullTrail(
  context: TrailsContext,
  summary: TrailSummary,
  folder: string,
  isPresent: boolean,
  isForced: boolean,
): Promise<'written' | 'unchanged' | string> {
  const { root, lock, cairn } = context;
  const locked = lock.lock.trails[folder];
  if (locked !== undefined && !isPresent && !isForced)
    return 'the folder is gone. "cairn trails plan --prune" archives the trail; pull --force brings it back.';
  const isMoved = locked?.revision !== summary.revision || locked.visibility !== summary.visibility;
  if (!isMoved && isPresent && !isForced) return 'unchanged';
  const trail = await cairn.trails.get(summary.id);
  const local = isPresent ? await readWholeTrail(root, folder, locked) : undefined;
  if (local !== undefined && !isForced && hasOwnChanges(local, locked, trail))
    return 'changed here and on the server. Merge by hand (cairn trails diff), or pull --force.';
  await write(context, folder, trail, locked);
  return 'written';
}

/** True where the folder holds what neither the server has nor the lock file knows. */
function hasOwnChanges(local: LocalTrail, locked: LockedTrail | undefined, trail: Trail): boolean {
  if (isSame(local.document, trail.document) && hasVisibilityOf(trail, local)) return false;
  return locked === undefined || isTouched(local, locked);
}

/** True where a person has changed the folder since it was last the same as the server's trail. */
const isTouched = (local: LocalTrail, locked: LockedTrail): boolean =>
  digestOf(local.document) !== locked.digest || !hasVisibilityOf(locked, local);

/** True also where trail.yaml leaves it as it is. */
const hasVisibilityOf = ({ visibility }: Pick<LockedTrail, 'visibility'>, local: LocalTrail): boolean =>
  local.visibility === undefined || local.visibility === visibility;

async function write(
  context: TrailsContext,
  folder: string,
  trail: Trail,
  locked: LockedTrail | undefined,
): Promise<void> {
  const { root, lock } = context;
  const paths = new Map<string, string>();
  const bytesOf = new Map<string, Uint8Array>();
  const images: Record<string, LockedImage> = {};
  const fileOf = new Map(Object.entries(locked?.images ?? {}).map(([path, image]) => [image.url, { path, ...image }]));
  for (const { url, sha256, path } of remoteImages(trail.document.setup_guide ?? '')) {
    const before = fileOf.get(url);
    const kept = before && (await bytesWithin(join(root, folder), before.path, folder).catch(() => undefined));
    const bytes = kept && sha256Of(kept) === before?.sha256 ? kept : await download(context.url, path, sha256);
    if (bytes === undefined) continue;
    const file = kept && bytes === kept && before ? before.path : path;
    paths.set(url, file);
    bytesOf.set(file, bytes);
    images[file] = { sha256: sha256Of(bytes), url };
  }
  await writeTrail(root, folder, trail, { paths, images: bytesOf });
  const { id, revision, visibility } = trail;
  const entry = { id, revision, visibility, digest: digestOf(trail.document), images };
  await lock.note(folder, entry);
}

const DOWNLOAD_MS = 30_000;
/** More than any image that Cairn takes. */
const DOWNLOAD_BYTES = 33_554_432;

/** The bytes of an image that this Cairn serves and that are what their address says; undefined for anything else. */
async function download(url: string, path: string, sha256: string): Promise<Uint8Array | undefined> {
  const ending = path.slice(path.lastIndexOf('.'));
  const signal = AbortSignal.timeout(DOWNLOAD_MS);
  const answer = await fetch(`${url}/assets/${sha256}${ending}`, { redirect: 'error', signal }).catch(() => undefined);
  if (answer?.ok !== true) return undefined;
  const bytes = await bodyWithin(answer, DOWNLOAD_BYTES).catch(() => undefined);
  return bytes !== undefined && sha256Of(bytes) === sha256 ? bytes : undefined;
}

async function pullGone(
  { root, lock }: TrailsContext,
  remote: ReadonlySet<string>,
  present: ReadonlySet<string>,
  { prune, force }: PullOptions,
): Promise<Pick<PullResult, 'removed' | 'left'>> {
  const [removed, left]: [string[], Left[]] = [[], []];
  for (const [folder, locked] of Object.entries(lock.lock.trails)) {
    if (remote.has(locked.id)) continue;
    const local = present.has(folder) ? await readWholeTrail(root, folder, locked) : undefined;
    const hasOwn = local !== undefined && isTouched(local, locked);
    if (local !== undefined && (prune !== true || (hasOwn && force !== true))) {
      const more = hasOwn ? ' It has changes of its own; --force removes it all the same.' : '';
      left.push({ folder, sentence: `archived or deleted on the server. pull --prune removes the folder.${more}` });
      continue;
    }
    if (local !== undefined) await rm(join(root, folder), { recursive: true });
    removed.push(folder);
    await lock.note(folder, undefined);
  }
  return { removed, left };
}
