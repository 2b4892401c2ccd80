// The images of a backup on their way back: into an empty folder, or into a bucket.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openBlobs } from '../assets/blobs.ts';
import { copyBlobs } from '../assets/copy-blobs.ts';
import { BACKUP_FILES, type BackupManifest, holdsSomething } from '../backup/backup-files.ts';
import { refuse } from '../base/refusal.ts';
import { copyFolder } from '../storage/copy-folder.ts';
import { claimFolder } from './claim-folder.ts';
import { removeAttempt } from './remove-attempt.ts';

export interface RestoredImages {
  bring(): Promise<void>;
  /**
   * Leaves the place as it was before `bring`. A bucket keeps what came: it stands under the hash of its bytes, and the
   * service removes what nothing uses.
   */
  takeBack(): Promise<void>;
}

/** Refuses with `conflict` a folder that holds something where the backup has images. */
export async function imagesOf({ images }: BackupManifest, folder: string, assets: string): Promise<RestoredImages> {
  const from = join(folder, BACKUP_FILES.images);
  if (!images) return { bring: async () => undefined, takeBack: async () => undefined };
  if (assets.startsWith('s3://'))
    return {
      bring: async () => copyBlobs(await openBlobs(from), await openBlobs(assets)),
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
  refuse('conflict', `The folder of images ${assets} is not empty. Name another in CAIRN_ASSETS, or move it away.`);
