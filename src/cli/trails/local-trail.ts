// Reads a trail from its folder: trail.yaml, prompt bodies in prompts/, setup.md, and images.
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TrailDocument } from '@cairn/client';
import { parseDocument } from 'yaml';
import { ifThere } from '../../base/files.ts';
import { isUuid } from '../../base/id.ts';
import { type Refusal, refuse } from '../../base/refusal.ts';
import { TrailDocument as TrailDocumentShape } from '../../trails/document/document.ts';
import { type CheckedSchema, draftFindings } from '../../trails/document/validate-document.ts';
import type { StatedAudience } from '../../trails/readers/stated-audience.ts';
import { VISIBILITIES, type Visibility } from '../../trails/visibility.ts';
import { audienceIn } from './audience-file.ts';
import { localImages, sha256Of, toRemote, uploadMark } from './image-links.ts';
import type { LockedTrail } from './lock-file.ts';
import { bytesWithin, fileText, markdownIn, unreadable } from './trail-files.ts';

/** A trail as its folder holds it. Images in the guide have paths. */
export interface FolderTrail {
  readonly folder: string;
  /** The `id:` in trail.yaml. */
  readonly fileId: string | undefined;
  readonly document: TrailDocument;
  /** Undefined if trail.yaml does not set it. */
  readonly visibility: Visibility | undefined;
  readonly audience: StatedAudience;
  /** Maps the paths of the images in setup.md to their SHA-256. */
  readonly images: ReadonlyMap<string, string>;
  /** The files of prompts. */
  readonly promptFiles: readonly string[];
}

export interface LocalTrail {
  readonly folder: string;
  readonly fileId: string | undefined;
  /** The document as the server stores it. Images have URLs, or an `uploadMark` if they have not been uploaded yet. */
  readonly document: TrailDocument;
  readonly visibility: Visibility | undefined;
  readonly audience: StatedAudience;
  /** The images in setup.md, by path. */
  readonly images: Readonly<Record<string, LocalImage>>;
  readonly promptFiles: readonly string[];
}

export interface LocalImage {
  readonly sha256: string;
  /** Undefined if the image has not been uploaded yet. */
  readonly url: string | undefined;
}

export const TRAIL_FILE = 'trail.yaml';
export const SETUP_FILE = 'setup.md';

/**
 * Returns the folders below `root` that contain a trail, sorted by `order.txt` and then by name. Rejects unreadable
 * folders and links that may be folders, because skipping them would look as if the trails had been removed.
 */
export async function trailFolders(root: string): Promise<string[]> {
  const ordered = ((await fileText(join(root, 'order.txt'))) ?? '').split('\n');
  const place = new Map(ordered.map((name, index) => [name.trim(), index]));
  const folders: string[] = [];
  for (const entry of await entriesOf(root)) {
    if (entry.isSymbolicLink()) await requireNoTrail(root, entry.name);
    if (!entry.isDirectory()) continue;
    const file = join(entry.name, TRAIL_FILE);
    if ((await fileText(join(root, file), file)) !== undefined) folders.push(entry.name);
  }
  const rank = (name: string): number => place.get(name) ?? place.size;
  return folders.sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
}

/** Ignores links to files, including the hidden lock files of editors. */
async function requireNoTrail(root: string, link: string): Promise<void> {
  const target = await ifThere(stat(join(root, link))).catch(() => undefined);
  if (target === undefined ? link.startsWith('.') : !target.isDirectory()) return;
  throw faulty(link, 'is a link, which is not followed. Put the folder itself here, or remove the link.');
}

async function entriesOf(root: string): Promise<Dirent[]> {
  const entries = await ifThere(readdir(root, { withFileTypes: true })).catch((thrown: NodeJS.ErrnoException) => {
    throw unreadable(root, thrown);
  });
  if (entries !== undefined) return entries;
  throw refuse('not-found', `There is no folder ${root}. Create it, or choose another with --dir.`);
}

/** Reads the trail in that folder. Fails with `validation`; the message names the file and, if possible, the line. */
export async function readFolder(root: string, folder: string): Promise<FolderTrail> {
  const home = join(root, folder);
  const file = join(folder, TRAIL_FILE);
  const members = yamlMembers((await fileText(join(home, TRAIL_FILE), file)) ?? '', file);
  if ('setup_guide' in members)
    throw faulty(file, 'the setup guide is the file setup.md beside it.', { field: 'setup_guide' });
  const { id: fileId, visibility: named, groups, editors, prompts, ...document } = members;
  if (fileId !== undefined && (typeof fileId !== 'string' || !isUuid(fileId)))
    throw faulty(file, 'must be the id of the trail. Leave it out; "cairn trails apply" adds it.', { field: 'id' });
  const visibility = VISIBILITIES.find((each) => each === named);
  if (visibility !== named) throw faulty(file, `must be ${VISIBILITIES.join(' or ')}.`, { field: 'visibility' });
  const guide = await bodyAt(home, SETUP_FILE, file);
  const bodies = await promptsOf(home, file, prompts);
  return {
    folder,
    fileId: fileId?.toLowerCase(),
    document: {
      ...document,
      ...(bodies === undefined ? {} : { prompts: bodies }),
      ...(guide === undefined ? {} : { setup_guide: guide }),
    } as TrailDocument,
    visibility,
    audience: audienceIn({ groups, editors }, file),
    images: await imagesOf(home, file, guide ?? ''),
    promptFiles: promptPaths(prompts),
  };
}

/** Replaces the paths of images by the URLs in `locked`. */
export function localTrail({ images: paths, ...trail }: FolderTrail, locked: LockedTrail | undefined): LocalTrail {
  const uploaded = new Map(Object.values(locked?.images ?? {}).map(({ sha256, url }) => [sha256, url]));
  const images: Record<string, LocalImage> = Object.create(null);
  for (const [path, sha256] of paths) {
    const known = locked !== undefined && Object.hasOwn(locked.images, path) ? locked.images[path] : undefined;
    images[path] = { sha256, url: known?.sha256 === sha256 ? known.url : uploaded.get(sha256) };
  }
  const { setup_guide: guide } = trail.document;
  if (guide === undefined) return { ...trail, images };
  const setup_guide = toRemote(guide, (path) => {
    const image = images[path];
    return image === undefined ? undefined : (image.url ?? uploadMark(image.sha256));
  });
  return { ...trail, images, document: { ...trail.document, setup_guide } };
}

/** Like `readFolder`, but also fails with `validation` and issues if the document would be invalid in any catalog. */
export async function readWholeTrail(
  root: string,
  folder: string,
  locked: LockedTrail | undefined,
): Promise<LocalTrail> {
  const trail = localTrail(await readFolder(root, folder), locked);
  const { issues } = draftFindings(trail.document, TrailDocumentShape as CheckedSchema);
  if (issues.length === 0) return trail;
  throw refuse('validation', `${join(folder, TRAIL_FILE)} has errors. Fix it, or remove the folder.`, { issues });
}

function yamlMembers(text: string, file: string): Readonly<Record<string, unknown>> {
  const parsed = parseDocument(text, { uniqueKeys: true });
  const [fault] = parsed.errors;
  // The parser's message ends in "at line 3, column 1:" and the lines themselves. Keep only the first part.
  if (fault !== undefined)
    throw faulty(file, fault.message.replace(/ at line [\s\S]*/, '.'), { line: fault.linePos?.[0].line ?? 1 });
  const value = plainValue(parsed, file);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw faulty(file, 'must hold the members of a trail, such as "title: …".');
  return value as Readonly<Record<string, unknown>>;
}

/** Returns the document's values. Rejects documents with too many YAML aliases. */
function plainValue(parsed: ReturnType<typeof parseDocument>, file: string): unknown {
  try {
    return parsed.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (thrown) {
    throw faulty(file, `cannot be read: ${(thrown as Error).message}.`);
  }
}

const MAX_ALIASES = 100;

/**
 * Reads the bodies of prompts from their files. If `prompts` is not a list of prompts, leaves the error to the
 * document's validation.
 */
async function promptsOf(home: string, file: string, prompts: unknown): Promise<unknown> {
  if (!Array.isArray(prompts)) return prompts ?? undefined;
  const read = async (prompt: unknown, index: number): Promise<unknown> => {
    if (typeof prompt !== 'object' || prompt === null || !('file' in prompt)) return prompt;
    const { file: path, ...rest } = prompt as Readonly<Record<string, unknown>>;
    if ('body' in rest) throw faulty(file, 'has both body and file. Keep one of them.', { field: `prompts[${index}]` });
    const field = `prompts[${index}].file`;
    if (typeof path !== 'string') throw faulty(file, 'must be a path such as prompts/1.md.', { field });
    const source = `${file}: ${field}`;
    const body = await bodyAt(home, path, source);
    if (body === undefined) throw faulty(file, `there is no file ${path}.`, { field });
    return { ...rest, body };
  };
  return Promise.all(prompts.map(read));
}

/** Reads a Markdown file; undefined if it does not exist. */
async function bodyAt(home: string, path: string, source: string): Promise<string | undefined> {
  const bytes = await bytesWithin(home, path, source);
  return bytes && markdownIn(bytes, `${source}: ${path}`);
}

async function imagesOf(home: string, source: string, guide: string): Promise<Map<string, string>> {
  const images = new Map<string, string>();
  for (const path of localImages(guide)) {
    const bytes = await bytesWithin(home, path, source);
    if (bytes !== undefined) images.set(path, sha256Of(bytes));
  }
  return images;
}

const promptPaths = (prompts: unknown): string[] =>
  Array.isArray(prompts)
    ? prompts.flatMap((prompt: { file?: unknown } | null) => (typeof prompt?.file === 'string' ? [prompt.file] : []))
    : [];

/** The place of a fault in trail.yaml. */
export interface FaultPlace {
  readonly line?: number;
  readonly field?: string;
}

/** `at` in the extras is the `FaultPlace`. */
function faulty(file: string, sentence: string, at: FaultPlace = {}): Refusal {
  const place = [...(at.line === undefined ? [] : [`line ${at.line}`]), ...(at.field === undefined ? [] : [at.field])];
  return refuse('validation', [file, ...place, sentence].join(': '), { at: { ...at, sentence } });
}
