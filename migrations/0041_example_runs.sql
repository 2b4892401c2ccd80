-- How each saved revision of a trail did on its examples when they were last run over it: the history beside the trail.
-- Only the newest revisions are kept (surfacing/example-history.ts).
create table example_runs (
  catalog_id uuid not null,
  trail_id uuid not null,
  revision integer not null,
  run_at timestamptz not null,
  examples integer not null,
  -- As the document stands.
  passed integer not null,
  -- Each as if it were not listed; null where that was never tried.
  passed_left_out integer,
  primary key (catalog_id, trail_id, revision),
  foreign key (catalog_id, trail_id) references trails on delete cascade
);
