-- What the Overview draws over time, counted a day as it happens, so that a page never walks through a log: how many
-- seats were taken at the end of a day, and what became of the requests of identity providers.
create table seat_days (
  team_id uuid not null references teams on delete cascade,
  day date not null,
  used integer not null,
  primary key (team_id, day)
);
create index seat_days_day on seat_days (day);

create table provisioning_days (
  team_id uuid not null,
  connection_id uuid not null,
  day date not null,
  outcome text not null constraint provisioning_days_outcome check (outcome in ('ok', 'refused', 'failed')),
  requests bigint not null,
  primary key (team_id, connection_id, day, outcome),
  foreign key (team_id, connection_id) references connections on delete cascade
);
create index provisioning_days_day on provisioning_days (day);

insert into provisioning_days (team_id, connection_id, day, outcome, requests)
select team_id, connection_id, (at at time zone 'UTC')::date, outcome, count(*) from provisioning_log group by 1, 2, 3, 4;

-- The month before, as those who are members today tell it: people who were removed since are not in it.
insert into seat_days (team_id, day, used)
select m.team_id, d.day::date, count(*)
from members m
  cross join generate_series((now() at time zone 'UTC')::date - 30, (now() at time zone 'UTC')::date, '1 day') as d (day)
where m.joined_at < (d.day + interval '1 day') at time zone 'UTC'
  and (m.deactivated_at is null or m.deactivated_at >= (d.day + interval '1 day') at time zone 'UTC')
group by 1, 2;
