// Reseals stored secrets with the service's current secret, row by row, so that the old secret can be removed.
import type { Secrets } from '../base/secrets.ts';
import type { Db } from '../storage/database.ts';
import { sealerOf } from './sealed-secret.ts';

/** The key of a row that has sealed texts. */
export interface SealedRow {
  readonly team_id: string;
  readonly id: string;
}

/** A sealed text, with its column and the place that it is bound to. */
export interface SealedText extends SealedRow {
  readonly column: string;
  readonly sealed: string;
  readonly place: string;
}

/** The sealed texts of one table. */
export interface SealedTexts {
  /** Returns the texts of the next rows after that key, in key order. */
  next(db: Db, after: SealedRow): Promise<readonly SealedText[]>;
  /** Replaces the text unless it has changed since it was read. */
  replace(db: Db, text: SealedText, sealed: string): Promise<unknown>;
}

export interface Resealed {
  readonly resealed: number;
  /** Texts that are already sealed with the current secret. */
  readonly current: number;
  /** Rows whose text cannot be opened with any known secret. */
  readonly unreadable: readonly SealedRow[];
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Safe to interrupt and repeat, because each text is replaced in a separate statement. */
export async function resealAll(db: Db, texts: SealedTexts, secrets: Secrets): Promise<Resealed> {
  const current = sealerOf(() => [secrets[0]]);
  const known = sealerOf(() => secrets);
  let [resealed, kept] = [0, 0];
  const unreadable: SealedRow[] = [];
  let after: SealedRow = { team_id: NO_ID, id: NO_ID };
  for (;;) {
    const batch = await texts.next(db, after);
    for (const text of batch) {
      if (current.open(text.sealed, text.place) !== undefined) {
        kept += 1;
        continue;
      }
      const opened = known.open(text.sealed, text.place);
      if (opened === undefined) {
        unreadable.push({ team_id: text.team_id, id: text.id });
        continue;
      }
      await texts.replace(db, text, current.seal(opened, text.place));
      resealed += 1;
    }
    const last = batch.at(-1);
    if (last === undefined) return { resealed, current: kept, unreadable };
    after = { team_id: last.team_id, id: last.id };
  }
}
