// The images of a guide as files of its skill: those that this service serves, under the names they have here.
import { buffer } from 'node:stream/consumers';
import type { Blobs } from '../assets/blob.ts';
import { contentTypeOf, isBlobKey } from '../assets/blob-key.ts';
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

/** The images in `markdown` whose addresses begin with `prefix`, in their order; one that is gone stays a link. */
export async function skillImages(blobs: Blobs, prefix: string, markdown: string): Promise<SkillImage[]> {
  const images: SkillImage[] = [];
  let size = 0;
  for (const key of imageKeys(prefix, markdown)) {
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
