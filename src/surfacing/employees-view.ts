// What the employees of a catalog see, for the judge: the candidates of a prompt that they write.
import type { CatalogView } from '@cairn/surfacing-judge/judge';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import type { Db } from '../storage/database.ts';
import { hiddenFromTeam } from '../trails/readers/visible-trails.ts';
import type { CatalogIndexes } from './catalog-index.ts';

/**
 * The live trails of the workspace, and the service-wide ones that are shown to it. Null: those of the service-wide
 * catalog alone.
 */
export async function employeesView(indexes: CatalogIndexes, db: Db, teamId: string | null): Promise<CatalogView> {
  if (teamId === null) return indexes.view([SVC_CATALOG_ID]);
  return indexes.view([teamId, SVC_CATALOG_ID], await hiddenFromTeam(db, teamId));
}
