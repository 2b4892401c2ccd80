// Seals stored secrets again with the current secret of the service, row by row, so that the former one can go.
import type { Secrets } from '../base/secrets.ts';
import type { Db } from '../storage/database.ts';
import { sealerOf } from './sealed-secret.ts';

/** The key of a row with sealed texts. */
export interface SealedRow {
  readonly team_id: string;
  readonly id: string;
}

/** One sealed text: the column that holds it, and the place that it is bound to. */
export interface SealedText extends SealedRow {
  readonly column: string;
  readonly sealed: string;
  readonly place: string;
}

/** The sealed texts of one table. */
export interface SealedTexts {
  /** The texts of the next rows after that one, in the order of their keys. */
  next(db: Db, after: SealedRow): Promise<readonly SealedText[]>;
  /** Replaces the text, unless it changed since it was read. */
  replace(db: Db, text: SealedText, sealed: string): Promise<unknown>;
}

export interface Resealed {
  readonly resealed: number;
  /** Already sealed with the current secret. */
  readonly current: number;
  /** Rows with a text that no known secret opens. */
  readonly unreadable: readonly SealedRow[];
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Safe to stop and to repeat: each text is replaced in a statement of its own. */
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
