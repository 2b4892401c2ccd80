// The files of a backup, and its manifest.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ifThere } from '../base/files.ts';
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
  /** The version of the folder's layout. */
  readonly cairn: 1;
  readonly kind: 'embedded' | 'postgres';
  readonly release: string;
  readonly made_at: string;
  readonly images: boolean;
  /** The size of the database file. It and the checksums are compared if the manifest has them. */
  readonly bytes?: number;
  /** SHA-256 of the database file in hex, to detect changed copies. */
  readonly sha256?: string;
  /** Checksum of the folder with the images (`folderChecksum`), if there are any. */
  readonly images_sha256?: string;
}

export const databaseFile = (kind: BackupManifest['kind']): string =>
  kind === 'embedded' ? BACKUP_FILES.embedded : BACKUP_FILES.dump;

/**
 * The manifest of the backup in that folder. Fails with `not-found` if there is no backup, and `conflict` if it is
 * damaged.
 */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await ifThere(readFile(join(folder, BACKUP_FILES.manifest), 'utf8'));
  if (text === undefined) throw await noManifest(folder);
  const manifest = manifestIn(text);
  if (manifest !== undefined) return manifest;
  throw refuse(
    'conflict',
    `${join(folder, BACKUP_FILES.manifest)} is damaged or from another release of Cairn. Use another backup, or the ` +
      `release that made it.`,
  );
}

async function noManifest(folder: string): Promise<Error> {
  const lack = `it has no ${BACKUP_FILES.manifest}`;
  if (!(await isInterrupted(folder))) return refuse('not-found', `${folder} is not a backup: ${lack}.`);
  return refuse(
    'conflict',
    `${folder} contains an interrupted backup: ${lack}, which is written last. Remove it and make another backup.`,
  );
}

/** True for what is left of a backup whose process died: a complete or partial database without a manifest. */
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

export async function checksumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** The SHA-256, in hex, of the output of `sha256sum` for all files in that folder, sorted by path. */
export async function folderChecksum(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(`${await checksumOf(file)}  ${relative(folder, file)}\n`);
  return hash.digest('hex');
}

/** True if the folder contains anything. */
export async function holdsSomething(folder: string): Promise<boolean> {
  const found = await ifThere(stat(folder));
  return found !== undefined && (!found.isDirectory() || (await readdir(folder)).length > 0);
}
