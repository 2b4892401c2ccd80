// The images of a guide as files of its skill: those that this service serves, under the names they have here.
import { buffer } from 'node:stream/consumers';
import type { Blobs } from '../assets/blob.ts';
import { contentTypeOf, isBlobKey } from '../assets/blob-key.ts';
import { keysOfCatalog } from '../assets/find-asset.ts';
import type { Db } from '../storage/database.ts';
import { type SkillFile, skillFile } from './skill-file.ts';

/** What one skill takes along, which every host takes: an image that would go beyond stays a link. */
const MOST_BYTES = 8 * 1_048_576;
const MOST_BYTES_EACH = 5 * 1_048_576;
const MOST_IMAGES = 20;

/** An image of the guide: its address in the Markdown, and the file that takes its place. */
export interface SkillImage {
  readonly url: string;
  readonly file: SkillFile;
}

/** Where images come from: those of one catalog, whose addresses begin with `prefix`. */
export interface ImageSource {
  readonly db: Db;
  readonly blobs: Blobs;
  readonly catalogId: string;
  readonly prefix: string;
}

/**
 * The images of the catalog in `markdown`, in their order. An image that is gone stays a link, and so does an image of
 * another catalog: its workspace may keep its images private.
 */
export async function skillImages(source: ImageSource, markdown: string): Promise<SkillImage[]> {
  const { db, blobs, catalogId, prefix } = source;
  const named = imageKeys(prefix, markdown);
  if (named.length === 0) return [];
  const own = await keysOfCatalog(db, catalogId, named);
  const images: SkillImage[] = [];
  let size = 0;
  for (const key of named.filter((each) => own.has(each))) {
    const blob = await blobs.find(key);
    if (blob === undefined) continue;
    if (blob.size > MOST_BYTES_EACH || size + blob.size > MOST_BYTES || images.length >= MOST_IMAGES) {
      blob.stream.destroy();
      continue;
    }
    size += blob.size;
    const bytes = await buffer(blob.stream);
    images.push({ url: `${prefix}${key}`, file: skillFile(`assets/${key}`, bytes, contentTypeOf(key)) });
  }
  return images;
}

function imageKeys(prefix: string, markdown: string): string[] {
  const keys = markdown
    .split(prefix)
    .slice(1)
    .map((rest) => /^[0-9a-f]{64}\.[a-z]+/.exec(rest)?.[0] ?? '');
  return [...new Set(keys.filter(isBlobKey))];
}
