-- Whom a connection deleted while another source keeps the membership: its record is gone, and nothing else tells that
-- this identity provider no longer has the person. A row counts while the connection has no record of the person.
create table scim_departures (
  team_id uuid not null,
  connection_id uuid not null,
  account_id uuid not null,
  -- Of the record that was deleted: requests of the log name the person by it.
  record_id uuid not null,
  left_at timestamptz not null default clock_timestamp(),
  primary key (team_id, account_id, connection_id),
  foreign key (team_id, connection_id) references connections on delete cascade,
  foreign key (team_id, account_id) references members on delete cascade
);
create index scim_departures_record on scim_departures (team_id, connection_id, record_id);
