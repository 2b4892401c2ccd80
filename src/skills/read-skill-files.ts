// Reads the skills of a folder or archive as drafts: finds the files of each SKILL.md, and explains why some cannot be
// drafts. The caller stores the images.

import { dirname } from 'node:path/posix';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorAt, sentenceIn, warningAt } from '../base/field-finding.ts';
import { invalid, invalidBody, type ValidationIssue } from '../base/issue.ts';
import { utf8In } from '../base/json.ts';
import { type Sentence, t } from '../base/texts/t.ts';
import type { TrailDocument } from '../trails/document/document.ts';
import { type CheckedSchema, validateDraft } from '../trails/document/validate-document.ts';
import { type KeepImage, withImages } from './import-images.ts';
import { MAX_SKILLS } from './import-limits.ts';
import type { ArchiveFile } from './read-archive.ts';
import { readSkill } from './read-skill.ts';
import { isRouterSkill } from './router-skill.ts';
import { isUntouched } from './untouched.ts';

/** Maximum bytes of a SKILL.md. */
const MAX_SKILL_BYTES = 2 * 1_048_576;

/** A skill that can be a draft. `path` is its SKILL.md. */
export interface ImportableSkill<Image> {
  readonly path: string;
  readonly document: TrailDocument;
  readonly findings: readonly ValidationIssue[];
  readonly images: readonly Image[];
}

/** A skill that cannot be a draft. The findings say why. */
export interface RefusedSkill {
  readonly path: string;
  readonly findings: readonly ValidationIssue[];
}

export interface ReadSkills<Image> {
  readonly importable: readonly ImportableSkill<Image>[];
  readonly refused: readonly RefusedSkill[];
}

/** True for a SKILL.md in any folder. */
export const isSkillHead = (path: string): boolean => /(?:^|\/)SKILL\.md$/i.test(path);

/**
 * Reads the skills among the files, except the one that leads to find_trail. `keep` stores an image shown in a guide.
 * Fails with `validation` if there is no SKILL.md, if there are too many, or if no skill can be a draft.
 */
export async function readSkillFiles<Image extends { readonly url: string }>(
  files: readonly ArchiveFile[],
  schema: CheckedSchema,
  keep: KeepImage<Image>,
): Promise<ReadSkills<Image>> {
  const heads = files.filter(({ path, bytes }) => isSkillHead(path) && !isRouterSkill(bytes));
  if (heads.length === 0) throw refusal('It contains no SKILL.md. Zip the folder of one or more skills.');
  if (heads.length > MAX_SKILLS)
    throw refusal(
      t('It contains {count} skills; at most {limit} are allowed at once. Send fewer.', {
        count: heads.length,
        limit: MAX_SKILLS,
      }),
    );
  const importable: ImportableSkill<Image>[] = [];
  const refused: RefusedSkill[] = [];
  for (const head of heads) {
    const skill = await readOne(head, companionsOf(head, heads, files), schema, keep);
    if ('document' in skill) importable.push(skill);
    else refused.push(skill);
    await nextTurn(); // Lets other requests run.
  }
  if (importable.length === 0) throw invalidBody({ issues: refused.flatMap(located), omitted: 0 }, NONE);
  return { importable, refused };
}

const CHANGED = warningAt(
  'SKILL.md',
  'The skill no longer matches its fingerprint: the text or an image was changed after the export.',
);

const NONE: Sentence = 'None of the skills can be a draft; `issues` lists why.';

const located = ({ path, findings }: RefusedSkill): ValidationIssue[] =>
  findings.map((finding) => {
    const at = finding.severity === 'error' ? errorAt : warningAt;
    return at(`${path}: ${finding.field}`, sentenceIn(finding));
  });

const refusal = (message: Sentence): Error => invalid('file', message);

/** The files in a skill's folder, except those of nested skills, with paths relative to it. */
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
  if (bytes.length > MAX_SKILL_BYTES)
    return {
      path,
      findings: [errorAt('SKILL.md', 'This is larger than 2 MB. Shorten it, or split it into several skills.')],
    };
  const text = utf8In(bytes);
  if (text === undefined) return { path, findings: [errorAt('SKILL.md', 'This is not UTF-8 text. Save it as UTF-8.')] };
  const read = readSkill(text);
  const { document } = read;
  if (document === undefined) return { path, findings: read.findings };
  const isChanged = read.stated !== undefined && !isUntouched(bytes, read, companions);
  const findings = isChanged ? [...read.findings, CHANGED] : read.findings;
  const guide = document.setup_guide ?? '';
  const withLinks = await withImages(guide, companions, keep);
  const draft = { ...document, setup_guide: withLinks.guide };
  const all = [...findings, ...withLinks.findings];
  const faults = validateDraft(draft, schema);
  if (faults.length > 0) return { path, findings: [...faults, ...all] };
  return { path, document: draft, findings: all, images: withLinks.images };
}
