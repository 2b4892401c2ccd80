// Reads, changes and saves a document, and handles concurrent saves by others.
import { EditConflictError, isCairnError } from './errors.ts';
import { numberOption } from './options.ts';
import type { CallOptions } from './send.ts';
import type { Trail, TrailDocument } from './shapes.ts';

export interface EditOptions extends Omit<CallOptions, 'idempotencyKey' | 'ifMatch'> {
  /**
   * How many times to reapply the change to a newer document (default 5). With 0, a conflict throws immediately, with
   * both versions.
   */
  readonly reapply?: number | undefined;
}

/**
 * Changes the document in place. The return value is ignored, so `draft => draft.prompts.push(…)` works. It may be
 * called several times, each time with the current document.
 */
export type Change = (draft: TrailDocument, trail: Trail) => unknown;

export interface EditSteps {
  readonly read: () => Promise<Trail>;
  readonly save: (document: TrailDocument, revision: number) => Promise<Trail>;
}

const USUAL_REAPPLIES = 5;

/**
 * Returns the trail after the edit. If the document did not change, nothing is saved. Throws an `EditConflictError`
 * with both documents if others saved more than `reapply` times, and a TypeError if `reapply` is not a number of at
 * least 0.
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
