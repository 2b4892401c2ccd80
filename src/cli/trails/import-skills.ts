// Imports Agent Skills from a folder or a zip as trail folders, with the service's own parser but without a server.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Trail } from '@cairn/client';
import { unzipSync } from 'fflate';
import { findImageKind, IMAGE_KINDS } from '../../assets/image-kind.ts';
import { makeFolder } from '../../base/files.ts';
import { newId } from '../../base/id.ts';
import type { ValidationIssue } from '../../base/issue.ts';
import { refuse } from '../../base/refusal.ts';
import { ARCHIVE_LIMITS } from '../../skills/import-limits.ts';
import { type ArchiveFile, readArchive } from '../../skills/read-archive.ts';
import { isSkillHead, readSkillFiles } from '../../skills/read-skill-files.ts';
import { TrailDocument as TrailDocumentShape } from '../../trails/document/document.ts';
import type { CheckedSchema } from '../../trails/document/validate-document.ts';
import { counted } from './counted.ts';
import { sha256Of } from './image-links.ts';
import { folderName, writeTrail } from './write-trail.ts';

/** The result for one SKILL.md. */
export interface ImportedSkill {
  readonly path: string;
  /** The trail's folder; null if the skill cannot become a trail. */
  readonly folder: string | null;
  readonly findings: readonly ValidationIssue[];
}

interface LocalImage {
  /** Images stored next to setup.md. */
  readonly url: string;
  readonly bytes: Buffer;
}

/**
 * Reads the files of `source` (a folder or a zip); undefined for a zip without a SKILL.md. Fails for the same reasons
 * as `readArchive`.
 */
export async function skillFiles(source: string): Promise<ArchiveFile[] | undefined> {
  if ((await stat(source)).isDirectory()) return folderFiles(source);
  const bytes = await readFile(source);
  return archiveNames(bytes).some(isSkillHead) ? readArchive(bytes) : undefined;
}

/**
 * Writes a folder below `root` for each skill that can become a trail, next to the existing ones. Fails with
 * `validation` if none can.
 */
export async function importSkills(files: readonly ArchiveFile[], root: string): Promise<ImportedSkill[]> {
  const { importable, refused } = await readSkillFiles(files, TrailDocumentShape as CheckedSchema, keepBeside);
  await makeFolder(root);
  const taken = new Set((await readdir(root)).map((name) => name.toLowerCase()));
  const imported: ImportedSkill[] = [];
  for (const { path, document, findings, images } of importable) {
    const folder = folderName(document.title, newId(), taken);
    taken.add(folder);
    const prompts = document.prompts?.map((prompt, index) => ({ ...prompt, id: prompt.id || `prompt-${index + 1}` }));
    const trail = { document: { ...document, prompts }, visibility: 'all_teams' } as unknown as Trail;
    const bytes = new Map(images.map((image: LocalImage) => [image.url, image.bytes]));
    await writeTrail(root, folder, trail, { paths: new Map(), images: bytes });
    imported.push({ path, folder, findings });
  }
  return [...imported, ...refused.map(({ path, findings }) => ({ path, folder: null, findings }))];
}

/** Formats the results: each skill with its folder and what was left out. */
export function importText(skills: readonly ImportedSkill[], dir: string): string {
  const lines = skills.flatMap(({ path, folder, findings }) => [
    folder === null ? `! ${path}: cannot be a trail` : `${path} → ${folder}`,
    ...findings.map(({ field, message }) => `    ${field}: ${message}`),
  ]);
  const count = skills.filter(({ folder }) => folder !== null).length;
  return [
    ...lines,
    `${counted(count, 'trail')} in ${dir}. "cairn trails plan --dir ${dir}" shows what would be created.`,
  ].join('\n');
}

/**
 * Lists the names in a zip without unpacking it, because a catalog may exceed the limits for skills. Empty for other
 * files.
 */
function archiveNames(bytes: Uint8Array): string[] {
  const names: string[] = [];
  try {
    unzipSync(bytes, { filter: ({ name }) => names.push(name) === 0 });
  } catch {
    return [];
  }
  return names;
}

/** Keeps images in memory until the folder is written, under names derived from their content. */
async function keepBeside(bytes: Buffer): Promise<LocalImage | string> {
  const kind = findImageKind(bytes);
  if (kind === undefined) return 'Is not a PNG, JPEG, WebP or GIF. Convert it, or leave it out.';
  return { url: `images/${sha256Of(bytes).slice(0, 16)}.${IMAGE_KINDS[kind].extension}`, bytes };
}

/** Returns the regular files below the folder in the form of archive entries. Does not follow links. */
async function folderFiles(root: string): Promise<ArchiveFile[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !isHidden(relative(root, entry.parentPath)));
  if (files.length > ARCHIVE_LIMITS.entries)
    throw refuse(
      'payload-too-large',
      `${root} holds ${files.length} files. At most ${ARCHIVE_LIMITS.entries} can be imported.`,
    );
  let left = ARCHIVE_LIMITS.unpacked;
  const read: ArchiveFile[] = [];
  for (const { parentPath, name } of files) {
    const bytes = await readFile(join(parentPath, name));
    left -= bytes.length;
    if (left < 0) throw refuse('payload-too-large', `${root} holds more than 64 MB. Import a part of it.`);
    read.push({ path: relative(root, join(parentPath, name)).split(sep).join('/'), bytes });
  }
  return read.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Skips `.git` and other hidden folders. */
const isHidden = (path: string): boolean => path.split(sep).some((part) => part.startsWith('.'));
