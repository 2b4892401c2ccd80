-- Helpful or not helpful: one vote a person and published version.
create table trail_feedback (
  catalog_id uuid not null,
  trail_id uuid not null,
  version integer not null,
  account_id uuid not null references accounts,
  helpful boolean not null,
  given_at timestamptz not null default clock_timestamp(),
  primary key (catalog_id, trail_id, version, account_id),
  foreign key (catalog_id, trail_id, version) references trail_versions on delete cascade
);
