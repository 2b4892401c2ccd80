// A workspace's catalog: the row that its trails belong to, what employees see, and the counter of changes.
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
