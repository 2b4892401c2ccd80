// Every trail of the folder, read and checked against the catalog's own schema before anything is planned.
import type { TrailDocument } from '@cairn/client';
import { errorAt } from '../../base/field-finding.ts';
import type { ValidationIssue } from '../../base/issue.ts';
import { refuse } from '../../base/refusal.ts';
import { type CheckedSchema, draftFindings } from '../../trails/document/validate-document.ts';
import { type LocalTrail, readTrail, trailFolders } from './local-trail.ts';
import type { TrailsContext } from './trails-context.ts';

/**
 * The trails in order. Refuses with `validation` and every finding in every folder: `refunds/trail.yaml: title: …`.
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
  throw refuse('validation', 'The folder holds what the server would refuse:', { issues });
}

/** Those of the folders that are named, all where none is. Refuses as `folderTrails`, and a name that is none. */
export async function chosenTrails(context: TrailsContext, folders: readonly string[]): Promise<LocalTrail[]> {
  const trails = await folderTrails(context);
  const unknown = folders.find((name) => !trails.some(({ folder }) => folder === name));
  if (unknown !== undefined) throw refuse('not-found', `There is no trail in the folder ${unknown}.`);
  return folders.length === 0 ? trails : trails.filter(({ folder }) => folders.includes(folder));
}

/** How many examples a document has. */
export const exampleCount = (document: TrailDocument): number => document.trigger?.examples?.length ?? 0;
