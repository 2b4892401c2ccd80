// `cairn trails check`: checks a folder by the rules of the service, but without the service.
import { dirname, join } from 'node:path';
import type { TrailDocument } from '@cairn/client';
import { findImageKind, IMAGE_KINDS } from '../../assets/image-kind.ts';
import { IMAGE_LIMITS } from '../../assets/image-limits.ts';
import { errorAt, warningAt } from '../../base/field-finding.ts';
import type { ValidationIssue } from '../../base/issue.ts';
import { jsonIn } from '../../base/json.ts';
import { isRefusal, type Refusal, refuse } from '../../base/refusal.ts';
import { oddityOf } from '../../base/text.ts';
import { publishIssues } from '../../trails/checks/publish-checks.ts';
import { type SafetyRules, safetyFindings, safetyIssues } from '../../trails/checks/safety-checks.ts';
import { safetyInComment } from '../../trails/checks/safety-comment.ts';
import { documentShape } from '../../trails/document/document.ts';
import { withDefaults } from '../../trails/document/full-document.ts';
import { KNOWN_PROVIDERS } from '../../trails/document/known-providers.ts';
import { type CheckedSchema, draftFindings } from '../../trails/document/validate-document.ts';
import { type FieldPlaces, fieldPlaces, type Place } from './field-places.ts';
import { placeTrails } from './folder-moves.ts';
import { localImages } from './image-links.ts';
import { type FaultPlace, type FolderTrail, readFolder, SETUP_FILE, TRAIL_FILE, trailFolders } from './local-trail.ts';
import { type Lock, openOwnLock } from './lock-file.ts';
import { readSets, SETS_FILE } from './sets-file.ts';
import { bytesWithin, fileText } from './trail-files.ts';
import { unreadFiles } from './unread-files.ts';

/** A finding and its place. `file` is relative to the folder; `field` is empty for a finding about a file. */
export interface CheckFinding extends ValidationIssue, Place {}

export interface CheckResult {
  readonly trails: number;
  readonly findings: readonly CheckFinding[];
}

interface Rules {
  readonly schema: CheckedSchema;
  readonly ownImagePrefix: string;
  readonly safety: SafetyRules;
  /** Errors that only prevent a publication are warnings. */
  readonly drafts: boolean;
}

export interface CheckOptions {
  readonly drafts?: boolean;
}

/**
 * Checks the folder, or only the trails in `chosen`. The findings about a document are those with which the service
 * would refuse it, or otherwise its publish issues. Fails with `not-found` if a chosen folder holds no trail.
 */
export async function checkFolder(
  root: string,
  lockName: string,
  chosen: readonly string[],
  { drafts = false }: CheckOptions = {},
): Promise<CheckResult> {
  const all = await trailFolders(root);
  const unknown = chosen.find((name) => !all.includes(name));
  if (unknown !== undefined) throw refuse('not-found', `There is no trail in the folder ${unknown}.`);
  const lock = (await openOwnLock(join(root, lockName)))?.lock;
  const rules = { ...(await statedIn(root)), ownImagePrefix: imagePrefixOf(lock), drafts };
  const folders = chosen.length === 0 ? all : all.filter((name) => chosen.includes(name));
  const found = new Map<string, readonly CheckFinding[]>();
  const [read, sound]: [FolderTrail[], FolderTrail[]] = [[], []];
  for (const folder of folders) {
    const trail = await readFolder(root, folder).catch((thrown: unknown) => {
      if (!isRefusal(thrown, 'validation')) throw thrown;
      return thrown;
    });
    if (isRefusal(trail)) {
      found.set(folder, [await faultAt(root, folder, trail)]);
      continue;
    }
    read.push(trail);
    const errors = draftErrors(trail.document, rules);
    if (errors.length === 0) sound.push(trail);
    else found.set(folder, await placed(root, folder, errors));
  }
  // The URLs of images can make a guide too long, so check the documents that would be sent.
  for (const { folder, document } of placeTrails(sound, lock?.trails ?? new Map()))
    found.set(folder, await placed(root, folder, documentIssues(document, rules)));
  const unread = chosen.length === 0 ? await unreadFindings(root, read, folders) : [];
  const ofSets = chosen.length === 0 ? await setsFindings(root, all) : [];
  const ofTrails = folders.flatMap((folder) => found.get(folder) ?? []);
  return { trails: folders.length, findings: [...ofTrails, ...ofSets, ...unread] };
}

/**
 * The tools of this catalog and its decisions about safety findings are in trail.schema.json, which `pull` writes.
 * Every Cairn knows the defaults.
 */
async function statedIn(root: string): Promise<Pick<Rules, 'schema' | 'safety'>> {
  const text = (await fileText(join(root, 'trail.schema.json'))) ?? '';
  const stated = jsonIn(text) as StatedSchema | null | undefined;
  const tools = stated?.properties?.tools?.items?.enum;
  const ids = Array.isArray(tools) ? tools.map(String) : KNOWN_PROVIDERS.map(({ id }) => id);
  return { schema: documentShape(ids) as CheckedSchema, safety: safetyInComment(stated?.$comment) };
}

interface StatedSchema {
  readonly $comment?: unknown;
  readonly properties?: { readonly tools?: { readonly items?: { readonly enum?: unknown } } };
}

function imagePrefixOf(lock: Lock | undefined): string {
  const images = [...(lock?.trails.values() ?? [])].flatMap((trail) => Object.values(trail.images));
  const url = images.find((image) => image.url !== '')?.url;
  return url === undefined ? `${lock?.catalog.url ?? ''}/assets/` : `${dirname(url)}/`;
}

/** Adds the places, and the findings about images. */
async function placed(root: string, folder: string, issues: readonly ValidationIssue[]): Promise<CheckFinding[]> {
  const places = await fieldPlaces(root, folder);
  const found = issues.map((issue) => ({ ...issue, ...places(issue) }));
  return [...found, ...(await imageFindings(root, folder, places))];
}

/** The findings with which the service would refuse the document. */
function draftErrors(document: TrailDocument, { schema }: Rules): readonly ValidationIssue[] {
  const odd = oddTexts(document, '');
  return odd.length > 0 ? odd : draftFindings(document, schema).issues;
}

/** All findings of the service about the document. */
function documentIssues(document: TrailDocument, rules: Rules): readonly ValidationIssue[] {
  const errors = draftErrors(document, rules);
  if (errors.length > 0) return errors;
  const { ownImagePrefix, drafts } = rules;
  const full = withDefaults(document);
  const findings = safetyFindings(full, { ownImagePrefix, domains: rules.safety.domains });
  const safety = safetyIssues(findings, rules.safety);
  const found = publishIssues(full, { tests: null, ownImagePrefix, safety });
  return drafts ? found.map(({ field, message }) => warningAt(field, message)) : found;
}

/** Finds characters that requests must not contain. YAML can write them as escapes. */
function oddTexts(value: unknown, path: string): ValidationIssue[] {
  if (typeof value === 'string') {
    const oddity = oddityOf(value);
    return oddity === undefined ? [] : [errorAt(path, `Contains ${oddity}. Remove it.`)];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => oddTexts(item, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const within = path === '' ? name : `${path}.${name}`;
    return oddityOf(name) === undefined ? oddTexts(member, within) : oddTexts(name, path);
  });
}

/** Images that the service would refuse, or that readers would not see. */
async function imageFindings(root: string, folder: string, places: FieldPlaces): Promise<CheckFinding[]> {
  const guide = (await fileText(join(root, folder, SETUP_FILE))) ?? '';
  const findings: CheckFinding[] = [];
  for (const path of localImages(guide)) {
    const bytes = await bytesWithin(join(root, folder), path, folder);
    const issue =
      bytes === undefined
        ? warningAt('', `There is no file ${path}. Add it, or remove the image.`)
        : imageFault(path, bytes);
    if (issue !== undefined) findings.push({ ...issue, ...places({ field: 'setup_guide', message: path }) });
  }
  return findings;
}

function imageFault(path: string, bytes: Uint8Array): ValidationIssue | undefined {
  const kinds = Object.values(IMAGE_KINDS).map(({ name }) => name);
  if (findImageKind(bytes) === undefined) return errorAt('', `${path} is not an image. Use ${kinds.join(', ')}.`);
  if (bytes.length <= IMAGE_LIMITS.bytes) return undefined;
  return errorAt('', `${path} is larger than ${IMAGE_LIMITS.bytes / 1_048_576} MB. Use a smaller image.`);
}

/** A folder that cannot be read as a trail. */
async function faultAt(root: string, folder: string, { message, extras }: Refusal): Promise<CheckFinding> {
  const { line, field = '', sentence = message } = (extras.at ?? {}) as FaultPlace & { readonly sentence?: string };
  const issue = errorAt(field, sentence);
  if (line !== undefined) return { ...issue, file: `${folder}/${TRAIL_FILE}`, line, column: 1 };
  const places = await fieldPlaces(root, folder);
  return { ...issue, ...places({ field, message: '' }) };
}

/** The first fault of sets.yaml. Only the service knows the groups and people. */
async function setsFindings(root: string, folders: readonly string[]): Promise<CheckFinding[]> {
  const refusal = await readSets(root, new Set(folders)).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (refusal === undefined) return [];
  if (!isRefusal(refusal, 'validation')) throw refusal;
  const { field = '', sentence = refusal.message } = (refusal.extras.at ?? {}) as { field?: string; sentence?: string };
  return [{ ...errorAt(field, sentence), file: SETS_FILE, line: 1, column: 1 }];
}

async function unreadFindings(
  root: string,
  read: readonly FolderTrail[],
  folders: readonly string[],
): Promise<CheckFinding[]> {
  const known = new Set(read.map(({ folder }) => folder));
  const faulty = folders.filter((name) => !known.has(name));
  const sentences = await unreadFiles(root, read);
  return sentences
    .filter((sentence) => !faulty.some((name) => sentence.startsWith(`${name}/`) || sentence.includes(` ${name}, `)))
    .map((sentence) => {
      const end = sentence.indexOf(': ');
      const file = end < 0 ? 'order.txt' : sentence.slice(0, end);
      return { ...warningAt('', end < 0 ? sentence : sentence.slice(end + 2)), file, line: 1, column: 1 };
    });
}
