-- Catalogs whose published trails anybody may read without signing in: an admin's choice, off without a row.
create table public_catalogs (
  catalog_id uuid primary key references catalogs on delete cascade,
  made_public_at timestamptz not null default clock_timestamp()
);
