-- The guard against mass deprovisioning: how many people a connection may deactivate or delete in an hour, whom it did,
-- and who is held until an admin decides. And the pause of a connection, which is no disconnect.

-- A workspace without a row has the limits of the service (provisioning/deactivation-limits.ts).
create table deactivation_limits (
  team_id uuid primary key references teams on delete cascade,
  enabled boolean not null,
  most_people integer not null constraint deactivation_limits_people check (most_people >= 1),
  most_percent integer not null constraint deactivation_limits_percent check (most_percent between 1 and 100)
);

-- One row a connection: held while it counts, so that requests at once are counted one after the other.
create table deactivation_guards (
  team_id uuid not null,
  connection_id uuid not null,
  asked_at timestamptz not null default clock_timestamp(),
  -- Not null: everything is held until an admin has decided.
  held_since timestamptz,
  -- What came before the last decision counts no more.
  counted_from timestamptz,
  primary key (team_id, connection_id),
  foreign key (team_id, connection_id) references connections on delete cascade
);

create table counted_deactivations (
  team_id uuid not null,
  connection_id uuid not null,
  at timestamptz not null,
  account_id uuid not null,
  primary key (team_id, connection_id, at, account_id),
  foreign key (team_id, connection_id) references connections on delete cascade
);
create index counted_deactivations_at on counted_deactivations (at);

create table held_deactivations (
  team_id uuid not null,
  connection_id uuid not null,
  account_id uuid not null,
  record_id uuid not null,
  operation text not null constraint held_deactivations_operation check (operation in ('deactivate', 'delete')),
  state text not null default 'waiting'
    constraint held_deactivations_state check (state in ('waiting', 'allowed', 'kept')),
  first_asked_at timestamptz not null,
  asked_at timestamptz not null,
  times integer not null default 1,
  -- Who decided, as the audit log names them; null while it waits.
  decided_by jsonb,
  decided_at timestamptz,
  primary key (team_id, connection_id, account_id),
  foreign key (team_id, connection_id) references connections on delete cascade,
  foreign key (team_id, account_id) references members on delete cascade
);
create index held_deactivations_member on held_deactivations (team_id, account_id);
create index held_deactivations_waiting on held_deactivations (team_id, connection_id) where state = 'waiting';
create index held_deactivations_allowed on held_deactivations (team_id, connection_id) where state = 'allowed';

alter table connections add column paused boolean not null default false;
