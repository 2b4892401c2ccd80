-- Trails that a person has marked, in a workspace: their own or service-wide ones. Like a session, a mark belongs to one
-- activation of the membership, so that it ends with a deactivation.
create table trail_favourites (
  team_id uuid not null,
  account_id uuid not null,
  trail_id uuid not null,
  activation bigint not null,
  added_at timestamptz not null default clock_timestamp(),
  primary key (team_id, account_id, trail_id),
  foreign key (team_id, account_id) references members on delete cascade
);
create index trail_favourites_trail on trail_favourites (team_id, trail_id);
