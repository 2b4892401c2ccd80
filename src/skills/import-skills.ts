// Skills of an archive as drafts. Whether the archive is taken at all is read-archive.ts's business; here each skill
// stands for itself: those that can be drafts become drafts together, the others are listed with what is wrong.
import { createHash } from 'node:crypto';
import { dirname } from 'node:path/posix';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Blobs } from '../assets/blob.ts';
import { blobKey } from '../assets/blob-key.ts';
import type { DecodedImage, DecodeImage } from '../assets/decode-image.ts';
import { keepImage, ownImage, storeImage } from '../assets/upload-image.ts';
import type { By } from '../audit/audit-log.ts';
import { invalidBody, type ValidationIssue } from '../base/issue.ts';
import { isRefusal } from '../base/refusal.ts';
import type { Tx } from '../storage/database.ts';
import { createTrail } from '../trails/create-trail.ts';
import type { TrailDocument } from '../trails/document.ts';
import type { TrailDetailRow } from '../trails/trail-json.ts';
import type { TrailRules } from '../trails/trail-rules.ts';
import { type CheckedSchema, validateDraft } from '../trails/validate-document.ts';
import { withImages } from './import-images.ts';
import { type ArchiveFile, readArchive } from './read-archive.ts';
import { readSkill } from './read-skill.ts';

/** Skills that one archive may hold. */
export const MOST_SKILLS = 200;
/** Bytes of one SKILL.md. */
const LONGEST_SKILL = 2 * 1_048_576;

export interface ImportDeps {
  readonly blobs: Blobs;
  readonly decode: DecodeImage;
  readonly rules: TrailRules;
}

/** A skill of the archive that can be a draft: `path` is its SKILL.md. */
export interface ImportableSkill {
  readonly path: string;
  readonly document: TrailDocument;
  readonly findings: readonly ValidationIssue[];
  readonly images: readonly { readonly key: string; readonly image: DecodedImage }[];
}

/** A skill that cannot be one; its findings say why. */
export interface RefusedSkill {
  readonly path: string;
  readonly findings: readonly ValidationIssue[];
}

export interface ReadSkills {
  readonly importable: readonly ImportableSkill[];
  readonly refused: readonly RefusedSkill[];
}

/**
 * Reads an archive and stores its images, which nobody owns yet. Refuses with `validation` an archive that is hostile
 * or damaged, holds no SKILL.md or too many, or in which no skill can be a draft.
 */
export async function readSkills(deps: ImportDeps, bytes: Buffer): Promise<ReadSkills> {
  const files = await readArchive(bytes);
  const heads = files.filter(({ path }) => /(?:^|\/)SKILL\.md$/i.test(path));
  if (heads.length === 0) throw refusal('There is no SKILL.md in it. Zip the folder of a skill, or of several.');
  if (heads.length > MOST_SKILLS)
    throw refusal(`It holds ${heads.length} skills; at most ${MOST_SKILLS} are taken at once. Send fewer.`);
  const importable: ImportableSkill[] = [];
  const refused: RefusedSkill[] = [];
  for (const head of heads) {
    const skill = await readOne(deps, head, companionsOf(head, heads, files));
    if ('document' in skill) importable.push(skill);
    else refused.push(skill);
    await nextTurn(); // other requests
  }
  if (importable.length === 0) throw invalidBody({ issues: refused.flatMap(located), omitted: 0 }, NONE);
  return { importable, refused };
}

const NONE = 'No skill of the archive can be a draft; `issues` lists why.';

const located = ({ path, findings }: RefusedSkill): ValidationIssue[] =>
  findings.map((finding) => ({ ...finding, field: `${path}: ${finding.field}` }));

const refusal = (message: string): Error =>
  invalidBody({ issues: [{ severity: 'error', field: 'file', message }], omitted: 0 }, message);

/** Makes the drafts and owns their images, in one transaction. */
export async function importSkills(
  tx: Tx,
  catalogId: string,
  skills: readonly ImportableSkill[],
  by: By,
  rules: TrailRules,
): Promise<TrailDetailRow[]> {
  const trails: TrailDetailRow[] = [];
  for (const { document, images } of skills) {
    const trail = await createTrail(tx, catalogId, document, by, rules);
    const owner = { catalog_id: catalogId, uploaded_by: by.account_id, trail_id: trail.trail_id };
    for (const { key, image } of images) await ownImage(tx, owner, key, image);
    trails.push(trail);
  }
  return trails;
}

/** To be called once the drafts are made: see `keepImage`. */
export async function keepImages(blobs: Blobs, skills: readonly ImportableSkill[]): Promise<void> {
  for (const { images } of skills) for (const { key, image } of images) await keepImage(blobs, key, image);
}

/** The files below the folder of a skill that belong to no skill within it; their paths are relative to it. */
function companionsOf(head: ArchiveFile, heads: readonly ArchiveFile[], files: readonly ArchiveFile[]): ArchiveFile[] {
  const prefix = prefixOf(head.path);
  const inner = heads.filter((one) => one !== head).map(({ path }) => prefixOf(path));
  return files
    .filter((file) => file !== head && file.path.startsWith(prefix))
    .filter(({ path }) => !inner.some((other) => other.length > prefix.length && path.startsWith(other)))
    .map(({ path, bytes }) => ({ path: path.slice(prefix.length), bytes }));
}

const prefixOf = (path: string): string => (dirname(path) === '.' ? '' : `${dirname(path)}/`);

async function readOne(
  deps: ImportDeps,
  { path, bytes }: ArchiveFile,
  companions: readonly ArchiveFile[],
): Promise<ImportableSkill | RefusedSkill> {
  if (bytes.length > LONGEST_SKILL)
    return { path, findings: [error('SKILL.md', 'Is larger than 2 MB. Shorten it, or split it into several skills.')] };
  const text = decodedText(bytes);
  if (text === undefined) return { path, findings: [error('SKILL.md', 'Is not UTF-8 text. Save it as UTF-8.')] };
  const { document, findings } = readSkill(text);
  if (document === undefined) return { path, findings };
  const guide = document.setup_guide ?? '';
  const withLinks = await withImages(guide, companions, (image) => storedImage(deps, image));
  const draft = { ...document, setup_guide: withLinks.guide };
  const all = [...findings, ...withLinks.findings];
  const faults = validateDraft(draft, deps.rules.schema as CheckedSchema);
  if (faults.length > 0) return { path, findings: [...faults, ...all] };
  return { path, document: draft, findings: all, images: withLinks.images };
}

/** The image stored, or why it is none that a guide can show. One that this service has made keeps its bytes. */
async function storedImage({ blobs, decode, rules }: ImportDeps, bytes: Buffer) {
  try {
    const decoded = await decode(bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const isOurs = await blobs.has(blobKey(sha256, decoded.kind));
    const image = isOurs ? { ...decoded, bytes, sha256, size: bytes.length } : decoded;
    const key = await storeImage(blobs, image);
    return { key, image, url: `${rules.ownImagePrefix}${key}` };
  } catch (thrown) {
    if (isRefusal(thrown) && thrown.slug !== 'not-ready') return thrown.message;
    throw thrown;
  }
}

function decodedText(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const error = (field: string, message: string): ValidationIssue => ({ severity: 'error', field, message });
