-- Who answers for a trail and by when it is to be looked at again: facts of the authors' side beside the trail, so that
-- changing them changes no answer of /v1. Without a row, the person who created the trail answers for it.
create table trail_care (
  catalog_id uuid not null,
  trail_id uuid not null,
  owner_id uuid,
  review_by date,
  reviewed_at timestamptz,
  reviewed_by uuid,
  primary key (catalog_id, trail_id),
  foreign key (catalog_id, trail_id) references trails on delete cascade
);
create index trail_care_reviews on trail_care (catalog_id, review_by) where review_by is not null;
