// The skills of a folder or an archive, read as drafts: which files belong to which SKILL.md, and why some can be no
// draft. Where images are kept is the caller's business.
import { dirname } from 'node:path/posix';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorAt } from '../base/field-finding.ts';
import { invalid, invalidBody, type ValidationIssue } from '../base/issue.ts';
import { utf8In } from '../base/utf8.ts';
import type { TrailDocument } from '../trails/document/document.ts';
import { type CheckedSchema, validateDraft } from '../trails/document/validate-document.ts';
import { type KeepImage, withImages } from './import-images.ts';
import { MOST_SKILLS } from './import-limits.ts';
import type { ArchiveFile } from './read-archive.ts';
import { readSkill } from './read-skill.ts';

/** Bytes of one SKILL.md. */
const LONGEST_SKILL = 2 * 1_048_576;

/** A skill of the archive that can be a draft: `path` is its SKILL.md. */
export interface ImportableSkill<Image> {
  readonly path: string;
  readonly document: TrailDocument;
  readonly findings: readonly ValidationIssue[];
  readonly images: readonly Image[];
}

/** A skill that cannot be one; its findings say why. */
export interface RefusedSkill {
  readonly path: string;
  readonly findings: readonly ValidationIssue[];
}

export interface ReadSkills<Image> {
  readonly importable: readonly ImportableSkill<Image>[];
  readonly refused: readonly RefusedSkill[];
}

/** True for the file that a skill begins with, wherever it stands. */
export const isSkillHead = (path: string): boolean => /(?:^|\/)SKILL\.md$/i.test(path);

/**
 * Reads the skills among the files; `keep` keeps an image that a guide shows. Refuses with `validation` where there is
 * no SKILL.md, where there are too many, and where no skill can be a draft.
 */
export async function readSkillFiles<Image extends { readonly url: string }>(
  files: readonly ArchiveFile[],
  schema: CheckedSchema,
  keep: KeepImage<Image>,
): Promise<ReadSkills<Image>> {
  const heads = files.filter(({ path }) => isSkillHead(path));
  if (heads.length === 0) throw refusal('There is no SKILL.md in it. Zip the folder of a skill, or of several.');
  if (heads.length > MOST_SKILLS)
    throw refusal(`It holds ${heads.length} skills; at most ${MOST_SKILLS} are taken at once. Send fewer.`);
  const importable: ImportableSkill<Image>[] = [];
  const refused: RefusedSkill[] = [];
  for (const head of heads) {
    const skill = await readOne(head, companionsOf(head, heads, files), schema, keep);
    if ('document' in skill) importable.push(skill);
    else refused.push(skill);
    await nextTurn(); // other requests
  }
  if (importable.length === 0) throw invalidBody({ issues: refused.flatMap(located), omitted: 0 }, NONE);
  return { importable, refused };
}

const NONE = 'No skill in it can be a draft; `issues` lists why.';

const located = ({ path, findings }: RefusedSkill): ValidationIssue[] =>
  findings.map((finding) => ({ ...finding, field: `${path}: ${finding.field}` }));

const refusal = (message: string): Error => invalid('file', message);

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

async function readOne<Image extends { readonly url: string }>(
  { path, bytes }: ArchiveFile,
  companions: readonly ArchiveFile[],
  schema: CheckedSchema,
  keep: KeepImage<Image>,
): Promise<ImportableSkill<Image> | RefusedSkill> {
  if (bytes.length > LONGEST_SKILL)
    return {
      path,
      findings: [errorAt('SKILL.md', 'Is larger than 2 MB. Shorten it, or split it into several skills.')],
    };
  const text = utf8In(bytes);
  if (text === undefined) return { path, findings: [errorAt('SKILL.md', 'Is not UTF-8 text. Save it as UTF-8.')] };
  const { document, findings } = readSkill(text);
  if (document === undefined) return { path, findings };
  const guide = document.setup_guide ?? '';
  const withLinks = await withImages(guide, companions, keep);
  const draft = { ...document, setup_guide: withLinks.guide };
  const all = [...findings, ...withLinks.findings];
  const faults = validateDraft(draft, schema);
  if (faults.length > 0) return { path, findings: [...faults, ...all] };
  return { path, document: draft, findings: all, images: withLinks.images };
}
