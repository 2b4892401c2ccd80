// The files of a backup, and what its manifest says.

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
}
