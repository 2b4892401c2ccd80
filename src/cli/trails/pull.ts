// Pulls the catalog into the folder. Trails that changed on both sides are skipped and reported; local changes are
// never overwritten without --force.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Trail, TrailSummary } from '@cairn/client';
import { isUuid } from '../../base/id.ts';
import { isRefusal } from '../../base/refusal.ts';
import { TrailDocument } from '../../trails/document/document.ts';
import { PROMPT_ID } from '../../trails/document/trail-fields.ts';
import { type CheckedSchema, draftFindings } from '../../trails/document/validate-document.ts';
import { differingMembers, NO_AUDIENCE, type WholeAudience } from '../../trails/readers/stated-audience.ts';
import { unlike } from '../remote.ts';
import { lockedAfter, membersSince } from './audience-file.ts';
import { downloadImage } from './download-image.ts';
import { writeEditorFiles } from './editor-schema.ts';
import { placeTrails, withMoves } from './folder-moves.ts';
import { cairnImages, type RemoteImage, sha256Of } from './image-links.ts';
import { type FolderTrail, type LocalTrail, readFolder, readWholeTrail, trailFolders } from './local-trail.ts';
import type { LockedImage, LockedTrail } from './lock-file.ts';
import { documentDigest, isSame } from './normal-document.ts';
import { readAudiences } from './plan-folder.ts';
import { pullSets } from './pull-sets.ts';
import { bytesWithin } from './trail-files.ts';
import { writeIds } from './trail-id.ts';
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
  /** Trails that need attention: they changed on both sides, are missing on one, or contain an unavailable image. */
  readonly left: readonly { readonly folder: string; readonly sentence: string }[];
}

type Left = PullResult['left'][number];

/**
 * Pulls every trail that is not archived. Trails still at the lock file's revision need no request. After an error, the
 * lock file still records what was pulled. Fails with `not-ready` if the server sends ids that would be unsafe file
 * names.
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
  if (!remote.every(({ id }) => isUuid(id))) throw unlike(context.url, 200);
  const folders = await readable(root, await trailFolders(root));
  await followMoves(context, folders);
  const present = new Set(folders.keys());
  const [written, left]: [string[], Left[]] = [[], []];
  let unchanged = 0;
  const folderOf = new Map([...lock.lock.trails].map(([folder, { id }]) => [id, folder]));
  const newFolder = await folderChooser(context, folders);
  const audiences = await readAudiences(context);
  report.begin(remote.length);
  for (const summary of remote) {
    const folder = folderOf.get(summary.id) ?? newFolder(summary);
    const audience = audiences.get(summary.id) ?? NO_AUDIENCE;
    const here = { isPresent: present.has(folder), audience, ...options };
    const outcome = await pullTrail(context, summary, folder, here);
    if (outcome.state !== 'left') present.add(folder);
    if (outcome.state === 'written') written.push(folder);
    if (outcome.state === 'unchanged') unchanged += 1;
    for (const sentence of outcome.sentences ?? []) left.push({ folder, sentence });
    report.step(folder, outcome.state === 'written');
  }
  report.end();
  await lock.save();
  await writeIds(root, written, lock);
  const gone = await pullGone(context, new Set(remote.map(({ id }) => id)), present, options);
  const sets = await pullSets(context, options);
  return {
    written: [...written, ...sets.written],
    unchanged,
    removed: gone.removed,
    left: [...left, ...gone.left, ...sets.left],
  };
}

/** Reads the folders. Those with errors are undefined. */
async function readable(root: string, names: readonly string[]): Promise<Map<string, FolderTrail | undefined>> {
  const folders = new Map<string, FolderTrail | undefined>();
  for (const name of names) {
    const isWhole = (trail: FolderTrail): FolderTrail | undefined =>
      draftFindings(trail.document, TrailDocument as CheckedSchema).issues.length === 0 ? trail : undefined;
    const read = await readFolder(root, name).then(isWhole, (thrown: unknown) => {
      if (!isRefusal(thrown, 'validation')) throw thrown;
      return undefined;
    });
    folders.set(name, read);
  }
  return folders;
}

/** Renames the entries of renamed folders in the lock file. Folders with errors keep their entries. */
async function followMoves(
  { lock }: TrailsContext,
  folders: ReadonlyMap<string, FolderTrail | undefined>,
): Promise<void> {
  const before = lock.lock.trails;
  const isKept = (name: string): boolean => folders.has(name) && folders.get(name) === undefined;
  const entries = new Map([...before].filter(([name]) => !isKept(name)));
  const whole = [...folders.values()].filter((trail) => trail !== undefined);
  const moved = placeTrails(whole, entries).flatMap(({ folder, movedFrom: from }) =>
    from === undefined ? [] : [{ folder, from }],
  );
  if (moved.length === 0) return;
  const trails = withMoves(before, moved, new Set(folders.keys()));
  await lock.write({ ...lock.lock, trails });
}

/** Chooses the folder of a new trail: an unknown folder with the same id or title, or else a new one. */
async function folderChooser(
  { root, lock }: TrailsContext,
  folders: ReadonlyMap<string, FolderTrail | undefined>,
): Promise<(trail: TrailSummary) => string> {
  const strangers = new Map<string, FolderTrail>();
  for (const [name, read] of folders) {
    if (lock.lock.trails.has(name)) continue;
    // Fails with the folder's errors.
    if (read === undefined) await readWholeTrail(root, name, undefined);
    else strangers.set(name, read);
  }
  // Files block folder names too, and many file systems ignore case.
  const files = (await readdir(root, { withFileTypes: true })).filter((entry) => !entry.isDirectory());
  const names = [...folders.keys(), ...lock.lock.trails.keys(), ...files.map(({ name }) => name)];
  const taken = new Set(names.map((name) => name.toLowerCase()));
  return ({ id, title }) => {
    const unknown = [...strangers.values()];
    const own = unknown.find(({ fileId }) => fileId === id) ?? unknown.find(({ document }) => document.title === title);
    if (own !== undefined) {
      strangers.delete(own.folder);
      return own.folder;
    }
    const name = folderName(title, id, taken);
    taken.add(name);
    return name;
  };
}

interface Outcome {
  readonly state: 'written' | 'unchanged' | 'left';
  readonly sentences?: readonly string[];
}

const leftAlone = (sentence: string): Outcome => ({ state: 'left', sentences: [sentence] });

async function pullTrail(
  context: TrailsContext,
  summary: TrailSummary,
  folder: string,
  { isPresent, audience, force }: PullOptions & { readonly isPresent: boolean; readonly audience: WholeAudience },
): Promise<Outcome> {
  const { root, lock, cairn } = context;
  const locked = lock.lock.trails.get(folder);
  if (locked !== undefined && !isPresent && force !== true)
    return leftAlone(
      'the folder is gone. "cairn trails plan --prune" archives the trail; pull --force restores the folder.',
    );
  if (!hasMoved(summary, audience, locked) && isPresent && force !== true) return { state: 'unchanged' };
  const trail = await cairn.trails.get(summary.id);
  if (trail.id !== summary.id || !hasFileNames(trail)) throw unlike(context.url, 200);
  const local = isPresent ? await readWholeTrail(root, folder, locked) : undefined;
  if (local !== undefined && !force && hasOwnChanges(local, locked, trail, audience))
    return leftAlone('changed here and on the server. Merge it by hand (cairn trails diff), or use pull --force.');
  return write(context, folder, trail, audience, locked);
}

/** True if the server has something else than at the last sync. */
const hasMoved = (
  { revision, visibility }: TrailSummary,
  audience: WholeAudience,
  locked: LockedTrail | undefined,
): boolean =>
  locked?.revision !== revision ||
  locked.visibility !== visibility ||
  membersSince(audience, locked.audience).length > 0;

/** Checks that prompt ids have Cairn's format. They become file names, which must not lead out of the folder. */
const hasFileNames = ({ document: { prompts = [] } }: Trail): boolean =>
  prompts.every(({ id = '' }) => new RegExp(PROMPT_ID).test(id));

/** True if the folder has changes that are neither on the server nor in the lock file. */
function hasOwnChanges(
  local: LocalTrail,
  locked: LockedTrail | undefined,
  trail: Trail,
  audience: WholeAudience,
): boolean {
  const isOpenAlike = hasVisibilityOf(trail, local) && differingMembers(local.audience, audience).length === 0;
  if (isSame(local.document, trail.document) && isOpenAlike) return false;
  return locked === undefined || isTouched(local, locked);
}

/** True if the folder has changed since the last sync. */
const isTouched = (local: LocalTrail, locked: LockedTrail): boolean =>
  documentDigest(local.document) !== locked.digest ||
  !hasVisibilityOf(locked, local) ||
  membersSince(local.audience, locked.audience).length > 0;

/** Also true if trail.yaml does not set it. */
const hasVisibilityOf = ({ visibility }: Pick<LockedTrail, 'visibility'>, local: LocalTrail): boolean =>
  local.visibility === undefined || local.visibility === visibility;

/** If an image fails, skips the trail. From then on, an incomplete trail would look like a local change. */
async function write(
  { url, credential, root, lock }: TrailsContext,
  folder: string,
  trail: Trail,
  audience: WholeAudience,
  locked: LockedTrail | undefined,
): Promise<Outcome> {
  const paths = new Map<string, string>();
  const bytesOf = new Map<string, Uint8Array>();
  const images: Record<string, LockedImage> = Object.create(null);
  const sentences: string[] = [];
  const place = (file: string, bytes: Uint8Array, address: string): void => {
    paths.set(address, file);
    bytesOf.set(file, bytes);
    images[file] = { sha256: sha256Of(bytes), url: address };
  };
  for (const image of cairnImages(trail.document.setup_guide ?? '')) {
    const kept = await keptImage(join(root, folder), folder, image, locked);
    const download = kept ?? (await downloadImage({ url, credential }, image));
    if ('failed' in download) return leftAlone(`left unchanged: ${download.failed}. Run the command again.`);
    if ('absent' in download) sentences.push(`an image was not downloaded and keeps its URL: ${download.absent}.`);
    else place(kept?.file ?? image.path, download.bytes, image.url);
  }
  await writeTrail(root, folder, trail, { paths, images: bytesOf, audience });
  const { id, revision, visibility } = trail;
  const noted = locked?.file_id === undefined ? {} : { file_id: locked.file_id };
  const opened = lockedAfter(audience, undefined);
  const digest = documentDigest(trail.document);
  await lock.note(folder, { ...noted, id, revision, visibility, digest, ...opened, images });
  return { state: 'written', sentences };
}

interface KeptImage {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** Returns the local file of the image if its content is unchanged. */
async function keptImage(
  home: string,
  folder: string,
  { url }: RemoteImage,
  locked: LockedTrail | undefined,
): Promise<KeptImage | undefined> {
  for (const [file, image] of Object.entries(locked?.images ?? {})) {
    if (image.url !== url) continue;
    const bytes = await bytesWithin(home, file, folder).catch(() => undefined);
    if (bytes !== undefined && sha256Of(bytes) === image.sha256) return { file, bytes };
  }
  return undefined;
}

async function pullGone(
  { root, lock }: TrailsContext,
  remote: ReadonlySet<string>,
  present: ReadonlySet<string>,
  { prune, force }: PullOptions,
): Promise<Pick<PullResult, 'removed' | 'left'>> {
  const [removed, left]: [string[], Left[]] = [[], []];
  for (const [folder, locked] of lock.lock.trails) {
    if (remote.has(locked.id)) continue;
    const local = present.has(folder) ? await readWholeTrail(root, folder, locked) : undefined;
    const hasOwn = local !== undefined && isTouched(local, locked);
    if (local !== undefined && (prune !== true || (hasOwn && force !== true))) {
      const more = hasOwn ? ' It has local changes; --force removes it anyway.' : '';
      left.push({ folder, sentence: `archived or deleted on the server. pull --prune removes the folder.${more}` });
      continue;
    }
    if (local !== undefined) await rm(join(root, folder), { recursive: true });
    removed.push(folder);
    await lock.note(folder, undefined);
  }
  return { removed, left };
}
