// Combines concurrent saves in one catalog into a single statement and commit. A separate save costs the database more
// than twice as much as one of twelve combined.
import { coalescedWrites } from '../../storage/batches/coalesced-writes.ts';
import type { Db } from '../../storage/database.ts';
import { type Save, type SavedRow, saveRevision, saveRevisions } from '../trail-write-store.ts';

export interface CoalescedSaves {
  /**
   * Like `saveRevision`. Also undefined if another save of the trail was in the same statement, or the trail is locked.
   */
  save(catalogId: string, save: Save): Promise<SavedRow | undefined>;
}

/** Characters of a document. Larger ones are saved separately, so that other saves do not wait for them. */
const MAX_COMBINED_LENGTH = 32_768;

/** `db` does not check the callers, who were already confirmed. */
export function coalescedSaves(db: Db): CoalescedSaves {
  const together = coalescedWrites<SaveIn, SavedRow | undefined>((saves) => saveAll(db, saves));
  return {
    save: (catalogId, save) =>
      save.draft.document.length > MAX_COMBINED_LENGTH
        ? saveRevision(db, catalogId, save)
        : together.run(catalogId, { ...save, catalogId }),
  };
}

interface SaveIn extends Save {
  readonly catalogId: string;
}

/** All saves are in one catalog. Only the first save of each trail is carried out. */
async function saveAll(db: Db, saves: readonly SaveIn[]): Promise<readonly (SavedRow | undefined)[]> {
  const firsts = new Map<string, SaveIn>();
  for (const save of saves) if (!firsts.has(save.trail_id)) firsts.set(save.trail_id, save);
  const [first, ...others] = firsts.values();
  if (first === undefined) return [];
  const { catalogId } = first;
  const rows =
    others.length === 0
      ? [await saveRevision(db, catalogId, first)]
      : await saveRevisions(db, catalogId, [first, ...others]);
  const saved = new Map([first, ...others].map((save, at) => [save, rows[at]]));
  return saves.map((save) => saved.get(save));
}
