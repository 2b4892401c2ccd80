// Compares a plan with the catalog. Stores nothing.

import { errorAt, sentenceIn } from '../../base/field-finding.ts';
import { invalidBody, type ValidationIssue } from '../../base/issue.ts';
import { isRefusal, refuse } from '../../base/refusal.ts';
import { type Sentence, type Text, t } from '../../base/texts/t.ts';
import type { Reader } from '../../storage/database.ts';
import { publishIssues } from '../checks/publish-checks.ts';
import { workspaceIssues } from '../checks/workspace-safety.ts';
import { type FullDocument, parseDocument, withDefaults } from '../document/full-document.ts';
import { assignPromptIds } from '../document/prompt-ids.ts';
import { changedFields } from '../editing/save-document.ts';
import type { ReadTrail } from '../trail-read-store.ts';
import type { TrailRules } from '../trail-rules.ts';
import { readTrail } from '../trails.ts';
import type { Plan, PlannedChange, PlannedTrail } from './plan.ts';

/** A trail of the plan, with what it replaces and what becomes of it. */
export interface PlannedWork {
  readonly planned: PlannedTrail;
  readonly current: ReadTrail | undefined;
  readonly document: FullDocument;
  readonly change: PlannedChange;
}

/**
 * The changes of the plan, in its order. Fails with `validation` if a trail occurs twice, or if a trail to publish has
 * errors; with `conflict` if trails have changed since the plan was made. Each finding names its place in the plan.
 */
export async function plannedChanges(
  db: Reader,
  catalogId: string,
  plan: Plan,
  rules: TrailRules,
): Promise<readonly PlannedWork[]> {
  requireDistinct(plan);
  const changed: ValidationIssue[] = [];
  const current = async (trail: Target, field: string, isSame: (read: ReadTrail) => boolean = () => false) => {
    const read = await readTrail(db, catalogId, trail.trail_id ?? '').catch((thrown: unknown) => {
      if (!isRefusal(thrown, 'not-found')) throw thrown;
      return undefined;
    });
    const finding: Sentence | undefined =
      read === undefined ? 'The trail does not exist in this catalog.' : changeOf(read, trail, isSame);
    if (finding !== undefined) changed.push(errorAt(field, finding));
    return read;
  };
  const [works] = await Promise.all([
    Promise.all(
      plan.trails.map(async (planned, index) => {
        const isSame = (read: ReadTrail): boolean => fieldsOf(read, fullDocument(planned, read)).length === 0;
        const read = planned.trail_id === null ? undefined : await current(planned, `trails[${index}]`, isSame);
        return workOf(db, catalogId, planned, read, plan.publish, rules);
      }),
    ),
    Promise.all(plan.archive.map((trail, index) => current(trail, `archive[${index}]`))),
  ]);
  if (changed.length > 0) throw changedSince(changed);
  if (plan.publish) requireReady(works);
  return works;
}

/** The refusal if trails have changed since the plan was made. */
export const changedSince = (issues: readonly ValidationIssue[]): Error =>
  refuse('conflict', 'The catalog has changed since the plan was made. Nothing was applied; make a new plan.', {
    issues: issues.slice(0, 1_000),
  });

interface Target {
  readonly trail_id: string | null;
  readonly revision: number | null;
}

/** A trail that already has the planned document can be at any revision. */
function changeOf(read: ReadTrail, { revision }: Target, isSame: (read: ReadTrail) => boolean): Text | undefined {
  if (read.status === 'archived')
    return t('“{title}” is archived. Unarchive it, or leave it out.', { title: read.title });
  if (revision === null || revision === read.revision || isSame(read)) return undefined;
  return t('Another author saved “{title}”: revision {before} is now {after}.', {
    title: read.title,
    before: String(revision),
    after: String(read.revision),
  });
}

function requireDistinct({ trails, archive }: Plan): void {
  const seen = new Set<string>();
  const issues: ValidationIssue[] = [];
  const note = (id: string | null, field: string): void => {
    if (id === null) return;
    if (seen.has(id)) issues.push(errorAt(field, 'The plan contains this trail twice. Leave one of the two out.'));
    seen.add(id);
  };
  for (const [index, { trail_id }] of trails.entries()) note(trail_id, `trails[${index}].trail_id`);
  for (const [index, { trail_id }] of archive.entries()) note(trail_id, `archive[${index}].trail_id`);
  if (issues.length > 0) throw invalidBody({ issues, omitted: 0 });
}

function fullDocument({ document }: PlannedTrail, current: ReadTrail | undefined): FullDocument {
  const given = withDefaults(document);
  const before = current === undefined ? [] : parseDocument(current.document).prompts;
  return { ...given, prompts: assignPromptIds(given.prompts, before) };
}

const fieldsOf = (current: ReadTrail | undefined, document: FullDocument): string[] =>
  current === undefined ? [] : changedFields(parseDocument(current.document), document);

async function workOf(
  db: Reader,
  catalogId: string,
  planned: PlannedTrail,
  current: ReadTrail | undefined,
  publish: boolean,
  { ownImagePrefix }: TrailRules,
): Promise<PlannedWork> {
  const document = fullDocument(planned, current);
  const changed_fields = fieldsOf(current, document);
  const action = current === undefined ? 'create' : changed_fields.length > 0 ? 'save' : 'unchanged';
  const isLive = current?.status === 'live';
  const publish_issues = await issuesIn(db, catalogId, current, document, ownImagePrefix);
  return {
    planned,
    current,
    document,
    change: {
      action,
      trail_id: current?.trail_id ?? null,
      revision: current === undefined ? null : current.revision + (action === 'save' ? 1 : 0),
      visibility: planned.visibility ?? current?.visibility ?? 'all_teams',
      is_live: publish || isLive,
      publishes: publish && (action !== 'unchanged' || !isLive || current.published_revision !== current.revision),
      changed_fields,
      prompt_ids: document.prompts.map(({ id = '' }) => id),
      publish_issues,
    },
  };
}

async function issuesIn(
  db: Reader,
  catalogId: string,
  current: ReadTrail | undefined,
  document: FullDocument,
  ownImagePrefix: string,
): Promise<ValidationIssue[]> {
  const trailId = current?.trail_id ?? null;
  const safety = await workspaceIssues(db, catalogId, trailId, document, { ownImagePrefix });
  return publishIssues(document, { tests: null, ownImagePrefix, safety });
}

/** Errors come from the same checks as those of a single publication. */
function requireReady(works: readonly PlannedWork[]): void {
  const issues = works.flatMap(({ change: { publishes, publish_issues } }, index) =>
    publishes
      ? publish_issues
          .filter(({ severity }) => severity === 'error')
          .map((issue) => errorAt(`trails[${index}].document.${issue.field}`, sentenceIn(issue)))
      : [],
  );
  if (issues.length === 0) return;
  throw invalidBody(
    { issues, omitted: 0 },
    'Some trails are not ready to be published. Nothing was applied; fix the issues, or only save drafts.',
  );
}
