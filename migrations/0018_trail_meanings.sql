-- What the texts of a live trail mean, as the judge's sentence encoder sees them: 512 bytes a text, good while the digest of
-- the texts and of the encoder is the same. It can be made again at any time.
create table trail_meanings (
  catalog_id uuid not null,
  trail_id uuid not null,
  digest bytea not null,
  vectors bytea not null,
  primary key (catalog_id, trail_id),
  foreign key (catalog_id, trail_id) references trails on delete cascade
);
