-- A publication or an unpublication at a time: one of each a trail. What became of it stays until another takes its place.
create table trail_schedules (
  catalog_id uuid not null,
  trail_id uuid not null,
  action text not null constraint trail_schedules_action check (action in ('publish', 'unpublish')),
  run_at timestamptz not null,
  -- The revision to publish, and the note of its version.
  revision integer,
  note text,
  scheduled_by uuid not null,
  scheduled_at timestamptz not null default clock_timestamp(),
  state text not null default 'waiting' constraint trail_schedules_state check (state in ('waiting', 'done', 'failed')),
  -- Why it failed, in a sentence.
  outcome text,
  finished_at timestamptz,
  -- The process that carries it out, until when; after that another may.
  lease uuid,
  leased_until timestamptz,
  attempts integer not null default 0,
  primary key (catalog_id, trail_id, action),
  foreign key (catalog_id, trail_id) references trails on delete cascade,
  constraint trail_schedules_revision check ((action = 'publish') = (revision is not null))
);
create index trail_schedules_due on trail_schedules (run_at) where state = 'waiting';
