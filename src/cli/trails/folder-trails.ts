// Reads every trail in the folder and validates it against the catalog's schema before planning.
import type { TrailDocument } from '@cairn/client';
import { errorAt } from '../../base/field-finding.ts';
import type { ValidationIssue } from '../../base/issue.ts';
import { isRefusal, refuse } from '../../base/refusal.ts';
import { type CheckedSchema, draftFindings } from '../../trails/document/validate-document.ts';
import { type PlacedTrail, placeTrails } from './folder-moves.ts';
import { type FolderTrail, readFolder, trailFolders } from './local-trail.ts';
import type { Lock } from './lock-file.ts';
import type { TrailsContext } from './trails-context.ts';

/**
 * Returns the trails in order. If any are invalid, fails with `validation` and lists all issues in all folders:
 * `refunds/trail.yaml: title: …`.
 */
export async function folderTrails({ cairn, root, lock }: TrailsContext): Promise<PlacedTrail[]> {
  const folders = await trailFolders(root);
  if (folders.length === 0) return [];
  return checkedTrails(root, folders, lock.lock.trails, (await cairn.guide()).document_schema as CheckedSchema);
}

/** Reads and checks these folders. Fails like `folderTrails`. */
export async function checkedTrails(
  root: string,
  folders: readonly string[],
  entries: Lock['trails'],
  schema: CheckedSchema,
): Promise<PlacedTrail[]> {
  const issues: ValidationIssue[] = [];
  const requireNone = (): void => {
    if (issues.length > 0) throw refuse('validation', 'The folder contains errors:', { issues });
  };
  const note = ({ folder, document }: FolderTrail | PlacedTrail): void => {
    for (const { field, message } of draftFindings(document, schema).issues)
      issues.push(errorAt(`${folder}: ${field}`, message));
  };
  const read: FolderTrail[] = [];
  for (const folder of folders) {
    const trail = await readFolder(root, folder).catch((thrown: unknown) => {
      if (!isRefusal(thrown, 'validation')) throw thrown;
      issues.push(errorAt('', thrown.message));
    });
    if (trail === undefined) continue;
    note(trail);
    read.push(trail);
  }
  requireNone();
  const placed = placeTrails(read, entries);
  // The URLs of images can make a guide too long.
  for (const trail of placed) if (Object.keys(trail.images).length > 0) note(trail);
  requireNone();
  return placed;
}

/**
 * Returns the trails in the given folders, or all if none are given. Fails for the same reasons as `folderTrails`, and
 * with `not-found` for an unknown folder.
 */
export async function chosenTrails(context: TrailsContext, folders: readonly string[]): Promise<PlacedTrail[]> {
  const trails = await folderTrails(context);
  const unknown = folders.find((name) => !trails.some(({ folder }) => folder === name));
  if (unknown !== undefined) throw refuse('not-found', `There is no trail in the folder ${unknown}.`);
  return folders.length === 0 ? trails : trails.filter(({ folder }) => folders.includes(folder));
}

/** Counts the examples of a document. */
export const exampleCount = (document: TrailDocument): number => document.trigger?.examples?.length ?? 0;
