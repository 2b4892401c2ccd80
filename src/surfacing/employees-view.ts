// The trails that the employees of a catalog see, as the candidates for their prompts.
import type { CatalogView } from '@cairn/surfacing-judge/judge';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import type { Db } from '../storage/database.ts';
import { hiddenFromReader, hiddenFromTeam, type ReaderIdentity } from '../trails/readers/visible-trails.ts';
import type { CatalogIndexes } from './catalog-index.ts';

/** The live trails of the workspace and the service-wide trails visible to it. Null: only the service-wide catalog. */
export async function employeesView(indexes: CatalogIndexes, db: Db, teamId: string | null): Promise<CatalogView> {
  if (teamId === null) return indexes.view([SVC_CATALOG_ID]);
  return indexes.view([teamId, SVC_CATALOG_ID], await hiddenFromTeam(db, teamId));
}

/** The trails that the person sees, and the one that they edit. No other trail competes, so no result names one. */
export async function editorsView(
  indexes: CatalogIndexes,
  db: Db,
  reader: ReaderIdentity,
  trailId: string,
): Promise<CatalogView> {
  const hidden = new Set(await hiddenFromReader(db, reader));
  hidden.delete(trailId);
  return indexes.view([reader.team_id, SVC_CATALOG_ID], hidden);
}
