// What employees see of a catalog, for a process that keeps it in memory: the present state, and every change since a
// number.
import * as store from './catalog-store.ts';

export type { CatalogPosition, LiveTrailRow } from './catalog-store.ts';

/**
 * Where each catalog stands, which moves with every change of what employees see; one that does not exist is absent. A
 * number alone comes again where the database was restored: compare the step that led there too.
 */
export const catalogPositions = store.selectPositions;

/** The trails that changed after a position, as they are now; `rebuild` where that is no longer known. */
export const changesSince = store.selectChanges;

/** Every live trail, in batches. */
export const liveTrails = store.selectLiveTrails;
