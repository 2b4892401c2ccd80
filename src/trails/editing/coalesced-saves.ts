// Saves of one catalog at one moment share a statement, its plan and its commit: alone, a save costs the database more
// than twice what it costs beside eleven others.
import { coalescedWrites } from '../../storage/batches/coalesced-writes.ts';
import type { Db } from '../../storage/database.ts';
import { type Save, type SavedRow, saveRevision, saveRevisions } from '../trail-write-store.ts';

export interface CoalescedSaves {
  /**
   * As `saveRevision`; undefined as well where another save of the trail stood in the same statement, or somebody holds
   * the trail.
   */
  save(catalogId: string, save: Save): Promise<SavedRow | undefined>;
}

/** Characters of a document beyond which it is saved by itself: nobody else's save waits for its bytes. */
const LONGEST_TOGETHER = 32_768;

/** `db` checks no caller: those who save were confirmed. */
export function coalescedSaves(db: Db): CoalescedSaves {
  const together = coalescedWrites<SaveIn, SavedRow | undefined>((saves) => saveAll(db, saves));
  return {
    save: (catalogId, save) =>
      save.draft.document.length > LONGEST_TOGETHER
        ? saveRevision(db, catalogId, save)
        : together.run(catalogId, { ...save, catalogId }),
  };
}

interface SaveIn extends Save {
  readonly catalogId: string;
}

/** All are of one catalog. The first of each trail is the one that is saved. */
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
