// The files next to a SKILL.md. Images shown in its text go into the guide; everything else is skipped, with a finding
// that names it.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DecodedImage } from '../assets/decode-image.ts';
import { excerpt } from '../base/excerpt.ts';
import { warningAt } from '../base/field-finding.ts';
import type { ValidationIssue } from '../base/issue.ts';
import { type Sentence, Text, t } from '../base/texts/t.ts';
import { LIMITS } from '../trails/document/limits.ts';
import type { ArchiveFile } from './read-archive.ts';

/** A stored image with its URL. */
export interface StoredImage {
  readonly key: string;
  readonly image: DecodedImage;
  readonly url: string;
}

/** Stores an image and returns it, or a sentence if a guide cannot show it. */
export type KeepImage<Image extends { readonly url: string }> = (bytes: Buffer) => Promise<Image | Sentence>;

export interface GuideWithImages<Image> {
  readonly guide: string;
  readonly images: readonly Image[];
  readonly findings: readonly ValidationIssue[];
}

/** How many skipped files to name. For the rest, only their number is given. */
const MAX_NAMED = 20;

/** The guide with the images' new URLs. `store` returns a sentence for a file that is not an image. */
export async function withImages<Image extends { readonly url: string }>(
  guide: string,
  companions: readonly ArchiveFile[],
  store: (bytes: Buffer) => Promise<Image | Sentence>,
): Promise<GuideWithImages<Image>> {
  const images: Image[] = [];
  const findings: ValidationIssue[] = [];
  let text = guide;
  for (const { path, bytes } of companions) {
    await nextTurn(); // Lets other requests run.
    // URLs may be longer than the paths they replace.
    const shown = text.length > MAX_GUIDE_LENGTH ? [] : shownAs(text, path);
    const stored: Image | Sentence = shown.length === 0 ? LEFT_OUT : await store(bytes);
    if (typeof stored === 'string' || stored instanceof Text) {
      findings.push(warningAt(excerpt(path, 200), stored));
      continue;
    }
    images.push(stored);
    for (const form of shown) text = text.replaceAll(form, form.replace(addressIn(form), stored.url));
  }
  const more = findings.length - MAX_NAMED;
  const rest = more <= 0 ? [] : [warningAt('SKILL.md', t('{more} more files were skipped.', { more }))];
  return { guide: text, images, findings: [...findings.slice(0, MAX_NAMED), ...rest] };
}

/** Images cannot make a longer text fit, and searching megabytes for thousands of files would block other requests. */
const MAX_GUIDE_LENGTH = 4 * LIMITS.setup_guide.max;

const LEFT_OUT = t('Was skipped, because a trail contains only text and the images in its guide.');

/** The places in which the text shows the file, as written. An export's image paths count anywhere in the text. */
function shownAs(text: string, path: string): string[] {
  if (BLOB_PATH.test(path)) return text.includes(path) ? [path] : [];
  const address = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '(?: |%20)');
  return [...new Set(text.match(new RegExp(`\\]\\(<?(?:\\./)?${address}>?(?=[)\\s])`, 'g')) ?? [])];
}

/** An image of an export; no text contains this by chance. */
const BLOB_PATH = /^assets\/[0-9a-f]{64}\.[a-z]+$/;

const addressIn = (form: string): string => (form.startsWith('](') ? form.slice(2) : form);
