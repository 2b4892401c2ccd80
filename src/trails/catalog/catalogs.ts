// The catalog of a workspace: a row that its trails hang on, what employees see of it, and the counter of its changes.
export {
  type CatalogPosition,
  catalogPositions,
  changesSince,
  createCatalog,
  deleteCatalog,
  imageSecret,
  type LiveTrailRow,
  liveTrails,
  skipTrailNumbers,
  sweepCatalogChanges,
} from './catalog-store.ts';
