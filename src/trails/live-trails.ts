// What employees see of a catalog, for who keeps it in memory: the present state, and every change since a number.
import * as store from './catalog-store.ts';

export type { CatalogPosition, LiveTrailRow } from './catalog-store.ts';

/** The number of each catalog: it moves with every change of what employees see. One that does not exist is absent. */
export const catalogSequences = store.selectSequences;

/** The same with the name of the step that led there: a number comes again where the database was restored. */
export const catalogPositions = store.selectPositions;

/** The trails that changed after a position, as they are now; `rebuild` where that is no longer known. */
export const changesSince = store.selectChanges;

/** Every live trail, in batches. */
export const liveTrails = store.selectLiveTrails;
