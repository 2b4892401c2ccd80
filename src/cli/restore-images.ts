// Restores the images of a backup into an empty folder or a bucket.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openBlobs } from '../assets/blobs.ts';
import { copyBlobs } from '../assets/copy-blobs.ts';
import { BACKUP_FILES, type BackupManifest, holdsSomething } from '../backup/backup-files.ts';
import { refuse } from '../base/refusal.ts';
import type { Config } from '../start/config.ts';
import { copyFolder } from '../storage/copy-folder.ts';
import { claimFolder } from './claim-folder.ts';
import { removeAttempt } from './remove-attempt.ts';

export interface RestoredImages {
  bring(): Promise<void>;
  /**
   * Undoes `bring`. In a bucket, the images stay: they are stored under their hash, and the service removes unused
   * ones.
   */
  takeBack(): Promise<void>;
}

/** Fails with `conflict` if the backup has images and the folder is not empty. */
export async function imagesOf(
  { images }: BackupManifest,
  folder: string,
  { assets, outbound }: Pick<Config, 'assets' | 'outbound'>,
): Promise<RestoredImages> {
  const from = join(folder, BACKUP_FILES.images);
  if (!images) return { bring: async () => undefined, takeBack: async () => undefined };
  if (assets.startsWith('s3://'))
    return {
      bring: async () => copyBlobs(await openBlobs(from), await openBlobs(assets, outbound)),
      takeBack: async () => undefined,
    };
  if (await holdsSomething(assets)) throw notEmpty(assets);
  const wasThere = existsSync(assets);
  let isBegun = false;
  return {
    async bring() {
      const release = await claimFolder(assets, () => notEmpty(assets));
      isBegun = true;
      await copyFolder(from, assets);
      await release();
    },
    async takeBack() {
      if (isBegun) await removeAttempt(assets, wasThere);
    },
  };
}

const notEmpty = (assets: string): Error =>
  refuse('conflict', `The image folder ${assets} is not empty. Set CAIRN_ASSETS to another, or move it away.`);
