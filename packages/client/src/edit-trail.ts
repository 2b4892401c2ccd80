// Read, change, save: what an edit of a document is, and what becomes of it when somebody else saved first.
import { EditConflictError, isCairnError } from './errors.ts';
import { numberOption } from './options.ts';
import type { CallOptions } from './send.ts';
import type { Trail, TrailDocument } from './shapes.ts';

export interface EditOptions extends Omit<CallOptions, 'idempotencyKey' | 'ifMatch'> {
  /** How often the change is made again on a newer document. Usually 5; with 0 both versions are handed over. */
  readonly reapply?: number | undefined;
}

/**
 * Changes the document in place; what it answers does not count, so that `draft => draft.prompts.push(…)` is one. It
 * may be called again, each time with the document of the day.
 */
export type Change = (draft: TrailDocument, trail: Trail) => unknown;

export interface EditSteps {
  readonly read: () => Promise<Trail>;
  readonly save: (document: TrailDocument, revision: number) => Promise<Trail>;
}

const USUAL_REAPPLIES = 5;

/**
 * The trail after the edit. A change that changes nothing saves nothing. Throws an `EditConflictError` with both
 * documents where others saved more often than `reapply`, a TypeError where that is no number from 0.
 */
export async function editTrail(steps: EditSteps, change: Change, { reapply }: EditOptions): Promise<Trail> {
  for (let left = numberOption('reapply', reapply, USUAL_REAPPLIES); ; left -= 1) {
    const trail = await steps.read();
    const mine = structuredClone(trail.document);
    await change(mine, trail);
    if (JSON.stringify(mine) === JSON.stringify(trail.document)) return trail;
    try {
      return await steps.save(mine, trail.revision);
    } catch (thrown) {
      if (!isCairnError(thrown, 'revision-conflict')) throw thrown;
      if (left > 0) continue;
      const { document: theirs, revision } = await steps.read();
      throw new EditConflictError({ base: trail.document, mine, theirs }, revision);
    }
  }
}
