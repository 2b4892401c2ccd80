// The files of a backup, and what its manifest says.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

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
}

/** The file of the database in a backup of that kind. */
export const databaseFile = (kind: BackupManifest['kind']): string =>
  kind === 'embedded' ? BACKUP_FILES.embedded : BACKUP_FILES.dump;

/** The SHA-256 of a file, in hex. */
export async function checksumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
