// Checks that every part of a backup is as it was written.
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { refuse } from '../base/refusal.ts';
import { t } from '../base/texts/t.ts';
import { BACKUP_FILES, type BackupManifest, checksumOf, databaseFile, folderChecksum } from './backup-files.ts';

/** Fails with `conflict` if a part of the backup is missing or its checksum differs. */
export async function requireWhole(manifest: BackupManifest, folder: string): Promise<void> {
  await requireSize(manifest, folder);
  const { kind, images, sha256, images_sha256 } = manifest;
  const [file, pictures] = [join(folder, databaseFile(kind)), join(folder, BACKUP_FILES.images)];
  if (images && !existsSync(pictures)) throw incomplete(pictures);
  if (sha256 !== undefined && (await checksumOf(file)) !== sha256) throw damaged(file);
  if (images_sha256 !== undefined && (await folderChecksum(pictures)) !== images_sha256) throw damaged(pictures);
}

/** A quick check, which finds missing and truncated databases. */
export async function requireSize({ kind, bytes }: BackupManifest, folder: string): Promise<void> {
  const file = join(folder, databaseFile(kind));
  if (!existsSync(file)) throw incomplete(file);
  if (bytes !== undefined && (await stat(file)).size !== bytes) throw damaged(file);
}

const damaged = (path: string): Error =>
  refuse(
    'conflict',
    t('The backup is damaged: {path} has changed since "cairn backup" wrote it. Use another copy.', { path }),
  );

const incomplete = (path: string): Error =>
  refuse('conflict', t('The backup is incomplete: {path} is missing.', { path }));
