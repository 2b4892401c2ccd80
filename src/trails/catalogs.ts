// The catalog of a workspace: a row that its trails hang on, and the counter of what employees see.
import * as store from './catalog-store.ts';

/** Makes the empty catalog of a workspace, whose id is the workspace's. Making it twice changes nothing. */
export const createCatalog = store.insertCatalog;

/** Deletes a catalog with its trails, versions, grants and images. */
export const deleteCatalog = store.removeCatalog;

/** Forgets changes so old that no process needs them one by one; answers how many. A process that lags reads again. */
export const sweepCatalogChanges = store.deleteOldChanges;

/** For a database that was brought back to an earlier state (start/skip-numbers.ts). */
export const skipTrailNumbers = store.skipNumbers;
