// Imports the skills of an archive as drafts. read-archive.ts accepts or rejects the archive; here, each skill is
// checked separately. Valid skills become drafts together, and the others are listed with their errors.

import { createHash } from 'node:crypto';
import type { Blobs } from '../assets/blob.ts';
import { blobKey } from '../assets/blob-key.ts';
import type { DecodeImage } from '../assets/decode-image.ts';
import { keepImage, ownImage, storeImage } from '../assets/upload-image.ts';
import type { By } from '../audit/audit-log.ts';
import { warningAt } from '../base/field-finding.ts';
import { isRefusedByRule } from '../base/refusal.ts';
import type { Db, Tx } from '../storage/database.ts';
import { imageSecret } from '../trails/catalog/catalogs.ts';
import type { CheckedSchema } from '../trails/document/validate-document.ts';
import { createTrail } from '../trails/editing/create-trail.ts';
import type { TrailRules } from '../trails/trail-rules.ts';
import { titlesInUse } from '../trails/trails.ts';
import type { StoredImage } from './import-images.ts';
import type { ImportableSkill, ReadSkills } from './read-skill-files.ts';

export interface ImportDeps {
  readonly blobs: Blobs;
  readonly decode: DecodeImage;
  readonly rules: TrailRules;
}

/**
 * Reads an archive and stores its images, which have no owner yet. Fails with `validation` if the archive is hostile
 * or damaged, has no SKILL.md or too many, or contains no valid skill.
 */
export async function readSkills(
  deps: ImportDeps,
  db: Db,
  catalogId: string,
  bytes: Buffer,
): Promise<ReadSkills<StoredImage>> {
  // Load the zip and YAML readers on demand.
  const [{ readArchive }, { readSkillFiles }] = await Promise.all([
    import('./read-archive.ts'),
    import('./read-skill-files.ts'),
  ]);
  const schema = deps.rules.schema as CheckedSchema;
  const files = await readArchive(bytes);
  const secret = await imageSecret(db, catalogId);
  return readSkillFiles(files, schema, (image) => storedImage(deps, { catalogId, secret }, image));
}

/** A skill as a draft, with all findings. */
export interface ImportedSkill extends Pick<ImportableSkill<StoredImage>, 'path' | 'findings'> {
  readonly trail_id: string;
  readonly title: string;
}

/** Added if a trail in the catalog already has this title, for example after importing the same skill twice. */
const AGAIN = warningAt(
  'title',
  'Another trail already has this title. If they are duplicates, delete the one you do not need.',
);

/** Creates the drafts and takes ownership of their images, in one transaction. */
export async function importSkills(
  tx: Tx,
  catalogId: string,
  skills: readonly ImportableSkill<StoredImage>[],
  by: By,
  rules: TrailRules,
): Promise<ImportedSkill[]> {
  const titles = skills.map(({ document }) => document.title);
  const inUse = new Set(await titlesInUse(tx, catalogId, titles));
  const imported: ImportedSkill[] = [];
  for (const { path, document, findings, images } of skills) {
    const { trail_id, title } = await createTrail(tx, catalogId, document, by, rules);
    const owner = { catalog_id: catalogId, uploaded_by: by.account_id, trail_id };
    for (const { key, image } of images) await ownImage(tx, owner, key, image);
    imported.push({ path, trail_id, title, findings: inUse.has(title) ? [AGAIN, ...findings] : findings });
    inUse.add(title);
  }
  return imported;
}

/** Call this after the drafts are created; see `keepImage`. */
export async function keepImages(blobs: Blobs, skills: readonly ImportableSkill<StoredImage>[]): Promise<void> {
  for (const { images } of skills) for (const { key, image } of images) await keepImage(blobs, key, image);
}

interface ImagePlace {
  readonly catalogId: string;
  /** The secret of the catalog's image URLs. */
  readonly secret: Buffer;
}

/** The stored image, or a sentence if a guide cannot show it. An image that the catalog already has keeps its bytes. */
async function storedImage({ blobs, decode, rules }: ImportDeps, { catalogId, secret }: ImagePlace, bytes: Buffer) {
  try {
    const decoded = await decode(bytes, catalogId);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const isOurs = await blobs.has(blobKey(secret, sha256, decoded.kind));
    const image = isOurs ? { ...decoded, bytes, sha256, size: bytes.length } : decoded;
    const key = await storeImage(blobs, secret, image);
    return { key, image, url: `${rules.ownImagePrefix}${key}` };
  } catch (thrown) {
    if (isRefusedByRule(thrown)) return thrown.text;
    throw thrown;
  }
}
