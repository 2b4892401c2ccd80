// Reads every trail in the folder and validates it against the catalog's schema before planning.
import type { TrailDocument } from '@cairn/client';
import { errorAt } from '../../base/field-finding.ts';
import type { ValidationIssue } from '../../base/issue.ts';
import { refuse } from '../../base/refusal.ts';
import { type CheckedSchema, draftFindings } from '../../trails/document/validate-document.ts';
import { type LocalTrail, readTrail, trailFolders } from './local-trail.ts';
import type { TrailsContext } from './trails-context.ts';

/**
 * Returns the trails in order. If any are invalid, fails with `validation` and lists all issues in all folders:
 * `refunds/trail.yaml: title: …`.
 */
export async function folderTrails({ cairn, root, lock }: TrailsContext): Promise<LocalTrail[]> {
  const folders = await trailFolders(root);
  if (folders.length === 0) return [];
  const schema = (await cairn.guide()).document_schema as CheckedSchema;
  const trails: LocalTrail[] = [];
  const issues: ValidationIssue[] = [];
  for (const folder of folders) {
    const trail = await readTrail(root, folder, lock.lock.trails[folder]);
    trails.push(trail);
    for (const { field, message } of draftFindings(trail.document, schema).issues)
      issues.push(errorAt(`${folder}: ${field}`, message));
  }
  if (issues.length === 0) return trails;
  throw refuse('validation', 'The folder contains errors:', { issues });
}

/**
 * Returns the trails in the given folders, or all if none are given. Fails for the same reasons as `folderTrails`, and
 * with `not-found` for an unknown folder.
 */
export async function chosenTrails(context: TrailsContext, folders: readonly string[]): Promise<LocalTrail[]> {
  const trails = await folderTrails(context);
  const unknown = folders.find((name) => !trails.some(({ folder }) => folder === name));
  if (unknown !== undefined) throw refuse('not-found', `There is no trail in the folder ${unknown}.`);
  return folders.length === 0 ? trails : trails.filter(({ folder }) => folders.includes(folder));
}

/** Counts the examples of a document. */
export const exampleCount = (document: TrailDocument): number => document.trigger?.examples?.length ?? 0;
