-- Images in setup guides: which catalog owns which, and for which trails. The bytes are in the folder or the bucket.

create table content_assets (
  catalog_id uuid not null references catalogs on delete cascade,
  -- SHA-256 of the bytes and the ending of their kind; the same image in two catalogs is one blob and two rows.
  key text not null constraint content_assets_key check (key ~ '^[0-9a-f]{64}\.(png|jpg|webp|gif)$'),
  content_type text not null,
  size_bytes integer not null constraint content_assets_size check (size_bytes >= 0),
  width integer not null,
  height integer not null,
  -- True once it was uploaded without naming a trail: then it belongs to the catalog and no trail's end removes it.
  standalone boolean not null,
  uploaded_by uuid references accounts,
  uploaded_at timestamptz not null default clock_timestamp(),
  primary key (catalog_id, key)
);
-- An image's address names no catalog, so serving it cannot name its tenant.
create index content_assets_by_key on content_assets (key);

create table content_asset_trails (
  catalog_id uuid not null,
  key text not null,
  trail_id uuid not null,
  primary key (catalog_id, key, trail_id),
  foreign key (catalog_id, key) references content_assets on delete cascade,
  foreign key (catalog_id, trail_id) references trails on delete cascade
);
create index content_asset_trails_trail on content_asset_trails (catalog_id, trail_id);
