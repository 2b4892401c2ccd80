// The files of a backup, and what its manifest says.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ifThere } from '../base/if-there.ts';
import { refuse } from '../base/refusal.ts';

export const BACKUP_FILES = {
  manifest: 'cairn-backup.json',
  /** A tar archive of the embedded database. */
  embedded: 'postgres.tar',
  /** pg_dump's custom format. */
  dump: 'postgres.dump',
  images: 'assets',
} as const;

export interface BackupManifest {
  /** The layout of the folder. */
  readonly cairn: 1;
  readonly kind: 'embedded' | 'postgres';
  readonly release: string;
  readonly made_at: string;
  readonly images: boolean;
  /** Of the file with the database, in hex, so that a copy that was cut short is found out. Absent in older backups. */
  readonly sha256?: string;
  /** Of the folder with the images (`folderChecksum`), where there are some. Absent in older backups. */
  readonly images_sha256?: string;
}

/** The file of the database in a backup of that kind. */
export const databaseFile = (kind: BackupManifest['kind']): string =>
  kind === 'embedded' ? BACKUP_FILES.embedded : BACKUP_FILES.dump;

/** What the backup in that folder says of itself. Refuses with `not-found` no backup, with `conflict` a damaged one. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await ifThere(readFile(join(folder, BACKUP_FILES.manifest), 'utf8'));
  if (text === undefined) throw await noManifest(folder);
  const manifest = manifestIn(text);
  if (manifest !== undefined) return manifest;
  throw refuse(
    'conflict',
    `${join(folder, BACKUP_FILES.manifest)} is damaged, or of another release of Cairn. Take another backup, or the ` +
      `release that made it.`,
  );
}

async function noManifest(folder: string): Promise<Error> {
  const lack = `it has no ${BACKUP_FILES.manifest}`;
  if (!(await isInterrupted(folder))) return refuse('not-found', `${folder} is no backup: ${lack}.`);
  return refuse(
    'conflict',
    `${folder} holds a backup that was interrupted: ${lack}, which is written last. Remove it, and take another.`,
  );
}

/** True for what was left of a backup whose process died: the database, whole or not, and no manifest. */
export async function isInterrupted(folder: string): Promise<boolean> {
  const names = new Set((await ifThere(readdir(folder))) ?? []);
  return (names.has(BACKUP_FILES.embedded) || names.has(BACKUP_FILES.dump)) && !names.has(BACKUP_FILES.manifest);
}

function manifestIn(text: string): BackupManifest | undefined {
  try {
    const { cairn, kind, images, ...rest } = JSON.parse(text) as BackupManifest;
    const isOurs = cairn === 1 && (kind === 'embedded' || kind === 'postgres') && typeof images === 'boolean';
    return isOurs ? { cairn, kind, images, ...rest } : undefined;
  } catch {
    return undefined;
  }
}

/** The SHA-256 of a file, in hex. */
export async function checksumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** The SHA-256, in hex, of what `sha256sum` would print of all files in that folder, sorted by their paths. */
export async function folderChecksum(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(`${await checksumOf(file)}  ${relative(folder, file)}\n`);
  return hash.digest('hex');
}

/** True for a folder with anything in it. */
export async function holdsSomething(folder: string): Promise<boolean> {
  const found = await ifThere(stat(folder));
  return found !== undefined && (!found.isDirectory() || (await readdir(folder)).length > 0);
}
