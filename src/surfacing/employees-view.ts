// The trails that the employees of a catalog see, as the candidates for their prompts.
import type { CatalogView } from '@cairn/surfacing-judge/judge';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import type { Db } from '../storage/database.ts';
import { hiddenFromTeam } from '../trails/readers/visible-trails.ts';
import type { CatalogIndexes } from './catalog-index.ts';

/** The live trails of the workspace and the service-wide trails visible to it. Null: only the service-wide catalog. */
export async function employeesView(indexes: CatalogIndexes, db: Db, teamId: string | null): Promise<CatalogView> {
  if (teamId === null) return indexes.view([SVC_CATALOG_ID]);
  return indexes.view([teamId, SVC_CATALOG_ID], await hiddenFromTeam(db, teamId));
}
