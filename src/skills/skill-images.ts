// The images of a guide as files of its skill: those that this service hosts, under their current names.
import { buffer } from 'node:stream/consumers';
import type { Blobs } from '../assets/blob.ts';
import { contentTypeOf, isBlobKey } from '../assets/blob-key.ts';
import { keysOfCatalog } from '../assets/find-asset.ts';
import type { Db } from '../storage/database.ts';
import type { FullDocument } from '../trails/document/full-document.ts';
import { type SkillFile, skillFile } from './skill-file.ts';

/** A skill's limits, which every host accepts. Images beyond them stay links. */
const MAX_BYTES = 8 * 1_048_576;
const MAX_BYTES_EACH = 5 * 1_048_576;
const MAX_IMAGES = 20;

/** An image of the guide: its URL in the Markdown, and the file that replaces it. */
export interface SkillImage {
  readonly url: string;
  readonly file: SkillFile;
}

/** The source of images: one catalog, whose image URLs start with `prefix`. */
export interface ImageSource {
  readonly db: Db;
  readonly blobs: Blobs;
  readonly catalogId: string;
  readonly prefix: string;
}

/**
 * The catalog's images in `markdown`, in order. A deleted image stays a link, as does an image of another catalog,
 * whose workspace may keep it private.
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
    if (blob.size > MAX_BYTES_EACH || size + blob.size > MAX_BYTES || images.length >= MAX_IMAGES) {
      blob.stream.destroy();
      continue;
    }
    size += blob.size;
    const bytes = await buffer(blob.stream);
    images.push({ url: `${prefix}${key}`, file: skillFile(`assets/${key}`, bytes, contentTypeOf(key)) });
  }
  return images;
}

/** The document with the images of its guide as files of the skill. */
export const withFiles = (document: FullDocument, images: readonly SkillImage[]): FullDocument => ({
  ...document,
  setup_guide: images.reduce((guide, { url, file }) => guide.replaceAll(url, file.path), document.setup_guide),
});

function imageKeys(prefix: string, markdown: string): string[] {
  const keys = markdown
    .split(prefix)
    .slice(1)
    .map((rest) => /^[0-9a-f]{64}\.[a-z]+/.exec(rest)?.[0] ?? '');
  return [...new Set(keys.filter(isBlobKey))];
}
