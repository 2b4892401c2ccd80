// Agent Skills as folders of trails: read as the service reads them, from a folder or a zip, without a server.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Trail } from '@cairn/client';
import { unzipSync } from 'fflate';
import { findImageKind, IMAGE_KINDS } from '../../assets/image-kind.ts';
import { newId } from '../../base/id.ts';
import type { ValidationIssue } from '../../base/issue.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { refuse } from '../../base/refusal.ts';
import { ARCHIVE_LIMITS } from '../../skills/import-limits.ts';
import { type ArchiveFile, readArchive } from '../../skills/read-archive.ts';
import { isSkillHead, readSkillFiles } from '../../skills/read-skill-files.ts';
import { TrailDocument as TrailDocumentShape } from '../../trails/document/document.ts';
import type { CheckedSchema } from '../../trails/document/validate-document.ts';
import { counted } from './counted.ts';
import { sha256Of } from './image-links.ts';
import { folderName, writeTrail } from './write-trail.ts';

/** What became of one SKILL.md. */
export interface ImportedSkill {
  readonly path: string;
  /** The folder of the trail; null where the skill became none. */
  readonly folder: string | null;
  readonly findings: readonly ValidationIssue[];
}

interface LocalImage {
  /** Beside setup.md. */
  readonly url: string;
  readonly bytes: Buffer;
}

/** The files of `source`, a folder or a zip; undefined for a zip without a SKILL.md. Refuses as `readArchive`. */
export async function skillFiles(source: string): Promise<ArchiveFile[] | undefined> {
  if ((await stat(source)).isDirectory()) return folderFiles(source);
  const bytes = await readFile(source);
  return archiveNames(bytes).some(isSkillHead) ? readArchive(bytes) : undefined;
}

/**
 * Writes a folder below `root` for each skill that can be a trail, beside those that are there. Refuses with
 * `validation` where none can.
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

/** As lines: each skill, its folder, and what was left out of it. */
export function importText(skills: readonly ImportedSkill[], dir: string): string {
  const lines = skills.flatMap(({ path, folder, findings }) => [
    folder === null ? `! ${path}: cannot be a trail` : `${path} → ${folder}`,
    ...findings.map(({ field, message }) => `    ${field}: ${message}`),
  ]);
  const count = skills.filter(({ folder }) => folder !== null).length;
  return [
    ...lines,
    `${counted(count, 'trail')} in ${dir}. "cairn trails plan --dir ${dir}" says what would be created.`,
  ].join('\n');
}

/** The names in a zip; none where it is no zip. Nothing is unpacked: a catalog is larger than skills may be. */
function archiveNames(bytes: Uint8Array): string[] {
  const names: string[] = [];
  try {
    unzipSync(bytes, { filter: ({ name }) => names.push(name) === 0 });
  } catch {
    return [];
  }
  return names;
}

/** Kept in memory until the folder is written, under the name of its content. */
async function keepBeside(bytes: Buffer): Promise<LocalImage | string> {
  const kind = findImageKind(bytes);
  if (kind === undefined) return 'Is no PNG, JPEG, WebP or GIF. Convert it, or leave it out.';
  return { url: `images/${sha256Of(bytes).slice(0, 16)}.${IMAGE_KINDS[kind].extension}`, bytes };
}

/** The regular files below the folder, as an archive of it would hold them; links lead nowhere. */
async function folderFiles(root: string): Promise<ArchiveFile[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !isHidden(relative(root, entry.parentPath)));
  if (files.length > ARCHIVE_LIMITS.entries)
    throw refuse(
      'payload-too-large',
      `${root} holds ${files.length} files; at most ${ARCHIVE_LIMITS.entries} are read.`,
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

/** `.git` and the like. */
const isHidden = (path: string): boolean => path.split(sep).some((part) => part.startsWith('.'));
