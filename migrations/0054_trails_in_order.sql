-- What employees see of a catalog, in its order, by pages.
create index trails_by_status_in_order on trails (catalog_id, status, sort_order, trail_id);
