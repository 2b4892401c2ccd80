// The files beside a SKILL.md: images that its text shows go into the guide, everything else is left out, with a
// finding that names it.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DecodedImage } from '../assets/decode-image.ts';
import { excerpt } from '../base/excerpt.ts';
import { warningAt } from '../base/field-finding.ts';
import type { ValidationIssue } from '../base/issue.ts';
import { LIMITS } from '../trails/document/limits.ts';
import type { ArchiveFile } from './read-archive.ts';

/** An image as it is stored: `url` is where it is shown from. */
export interface StoredImage {
  readonly key: string;
  readonly image: DecodedImage;
  readonly url: string;
}

/** Keeps an image somewhere and says where it is shown from, or why it is none that a guide can show. */
export type KeepImage<Image extends { readonly url: string }> = (bytes: Buffer) => Promise<Image | string>;

export interface GuideWithImages<Image> {
  readonly guide: string;
  readonly images: readonly Image[];
  readonly findings: readonly ValidationIssue[];
}

/** Left-out files that are named one by one; a large skill says how many more there were. */
const MOST_NAMED = 20;

/** The guide with its images at their new addresses. `store` answers a sentence for a file that is no image. */
export async function withImages<Image extends { readonly url: string }>(
  guide: string,
  companions: readonly ArchiveFile[],
  store: KeepImage<Image>,
): Promise<GuideWithImages<Image>> {
  const images: Image[] = [];
  const findings: ValidationIssue[] = [];
  let text = guide;
  for (const { path, bytes } of companions) {
    await nextTurn(); // other requests
    // Its addresses may be longer than the paths that they take the place of.
    const shown = text.length > LONGEST_GUIDE ? [] : shownAs(text, path);
    const stored = shown.length === 0 ? LEFT_OUT : await store(bytes);
    if (typeof stored === 'string') {
      findings.push(warningAt(excerpt(path, 200), stored));
      continue;
    }
    images.push(stored);
    for (const form of shown) text = text.replaceAll(form, form.replace(addressIn(form), stored.url));
  }
  const more = findings.length - MOST_NAMED;
  const rest = more <= 0 ? [] : [warningAt('SKILL.md', `${more} more files are left out.`)];
  return { guide: text, images, findings: [...findings.slice(0, MOST_NAMED), ...rest] };
}

/** No image makes a longer text fit, and looking for thousands of files in megabytes keeps others waiting. */
const LONGEST_GUIDE = 4 * LIMITS.setup_guide.max;

const LEFT_OUT = 'Is left out: a trail holds text and the images that its guide shows.';

/** Where the text shows the file, each as it is written there; an image of an export wherever its path stands. */
function shownAs(text: string, path: string): string[] {
  if (BLOB_PATH.test(path)) return text.includes(path) ? [path] : [];
  const address = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '(?: |%20)');
  return [...new Set(text.match(new RegExp(`\\]\\(<?(?:\\./)?${address}>?(?=[)\\s])`, 'g')) ?? [])];
}

/** An image of an export: no text says this by chance. */
const BLOB_PATH = /^assets\/[0-9a-f]{64}\.[a-z]+$/;

const addressIn = (form: string): string => (form.startsWith('](') ? form.slice(2) : form);
