// The fingerprint of a trail's content: the fields that employees get, and the bytes of its images. It does not depend
// on the version, the name of the skill, or the package, so that anyone can compare a package with an approval.
import { createHash } from 'node:crypto';
import type { Blobs } from '../assets/blob.ts';
import type { Db } from '../storage/database.ts';
import { type FullDocument, parseDocument } from '../trails/document/full-document.ts';
import { getTrail } from '../trails/trails.ts';
import { type SkillImage, skillImages, withFiles } from './skill-images.ts';

/** The fingerprint of a document whose guide shows `images` as files. Examples are for tests only, and do not count. */
export function fingerprintOf(document: FullDocument, images: readonly SkillImage[]): string {
  const { title, target_role, description, tools, trigger, prompts, setup_guide, feedback_enabled } = document;
  const content = [
    ...[title, target_role, description, [...tools], trigger.when, [...trigger.keywords]],
    prompts.map(({ label, body, id }) => [label, body, id ?? '']),
    ...[setup_guide, feedback_enabled],
    images.map(({ file }) => [file.path, file.digest]).sort(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  ];
  return `sha256:${createHash('sha256').update(JSON.stringify(content)).digest('hex')}`;
}

/** The fingerprint of the draft at its current revision. Fails with `not-found`. */
export async function draftFingerprint(
  blobs: Blobs,
  prefix: string,
  db: Db,
  catalogId: string,
  trailId: string,
): Promise<{ readonly revision: number; readonly fingerprint: string }> {
  const trail = await getTrail(db, catalogId, trailId);
  const document = parseDocument(trail.document);
  const images = await skillImages({ db, blobs, catalogId, prefix }, document.setup_guide);
  return { revision: trail.revision, fingerprint: fingerprintOf(withFiles(document, images), images) };
}
