-- People (accounts, service-wide), workspaces (teams), who belongs to which, and what each may do there.

-- Stamps move with everything that a credential's authority depends on, so that a remembered caller can be confirmed.
-- They come from one sequence: a membership that ends and begins again never bears a stamp that was seen before.
create sequence stamps;

create table accounts (
  account_id uuid primary key,
  email text,
  email_key text generated always as (lower(email)) stored,
  name text not null default '',
  given_name text not null default '',
  family_name text not null default '',
  is_operator boolean not null default false,
  stamp bigint not null default nextval('stamps'),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint accounts_email unique (email_key)
);

create table teams (
  team_id uuid primary key,
  name text not null,
  owner_id uuid not null references accounts,
  plan text not null constraint teams_plan check (plan in ('free', 'business', 'enterprise')),
  seat_limit integer constraint teams_seat_limit check (seat_limit >= 1),
  trails_enabled boolean not null default true,
  stamp bigint not null default nextval('stamps'),
  created_at timestamptz not null default clock_timestamp()
);

-- How many seats are taken: apart from `teams`, so that taking one never makes a reader of the team wait.
create table team_seats (
  team_id uuid primary key references teams on delete cascade,
  used integer not null default 0
);

create table team_domains (
  team_id uuid not null references teams on delete cascade,
  domain text not null,
  verified_at timestamptz not null default clock_timestamp(),
  primary key (team_id, domain),
  constraint team_domains_domain unique (domain)
);

create table members (
  team_id uuid not null references teams on delete cascade,
  account_id uuid not null references accounts,
  status text not null constraint members_status check (status in ('active', 'deactivated')),
  -- Who manages the membership: this service, or the connection that provisioned it.
  connection_id uuid,
  manager_id uuid references accounts,
  -- How the identity provider names the manager, folded: kept while nobody here answers to it.
  manager_ref text,
  -- The Manager role that sync granted was taken back by hand: not granted again while the reports remain.
  manager_declined boolean not null default false,
  stamp bigint not null default nextval('stamps'),
  joined_at timestamptz not null default clock_timestamp(),
  deactivated_at timestamptz,
  primary key (team_id, account_id)
);
create index members_account on members (account_id);
create index members_manager_awaited on members (team_id, manager_ref) where manager_id is null and manager_ref is not null;
create index members_manager on members (team_id, manager_id) where manager_id is not null;

-- Roles held directly. `sync` marks the Manager role that directory sync granted.
create table member_roles (
  team_id uuid not null,
  account_id uuid not null,
  role text not null constraint member_roles_role check (role in ('owner', 'admin', 'author', 'publisher', 'manager', 'member')),
  origin text not null default 'service' constraint member_roles_origin check (origin in ('service', 'sync')),
  granted_at timestamptz not null default clock_timestamp(),
  primary key (team_id, account_id, role),
  foreign key (team_id, account_id) references members on delete cascade
);

create table groups (
  team_id uuid not null references teams on delete cascade,
  group_id uuid not null,
  display_name text not null,
  name_key text not null,
  description text not null default '',
  -- Null: managed in the service. Else: synced from that connection.
  connection_id uuid,
  -- Moves with the name and with every membership.
  version bigint not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (team_id, group_id),
  constraint groups_name unique (team_id, name_key)
);

create table group_members (
  team_id uuid not null,
  group_id uuid not null,
  account_id uuid not null,
  added_at timestamptz not null default clock_timestamp(),
  primary key (team_id, group_id, account_id),
  foreign key (team_id, group_id) references groups on delete cascade,
  constraint group_members_member foreign key (team_id, account_id) references members on delete cascade
);
create index group_members_account on group_members (team_id, account_id);

create table group_roles (
  team_id uuid not null,
  group_id uuid not null,
  role text not null constraint group_roles_role check (role in ('admin', 'author', 'publisher', 'manager', 'member')),
  primary key (team_id, group_id, role),
  foreign key (team_id, group_id) references groups on delete cascade
);

-- The people who look after a group inside the service.
create table group_managers (
  team_id uuid not null,
  group_id uuid not null,
  account_id uuid not null,
  primary key (team_id, group_id, account_id),
  foreign key (team_id, group_id) references groups on delete cascade,
  foreign key (team_id, account_id) references members on delete cascade
);

-- A change of anybody's roles moves the stamp of the memberships concerned, whoever makes the change.
create function stamp_members_of_roles() returns trigger language plpgsql as $$
begin
  update members m set stamp = nextval('stamps')
  from (select distinct team_id, account_id from changed) c
  where m.team_id = c.team_id and m.account_id = c.account_id;
  return null;
end $$;

-- A membership also changes what the group looks like.
create function stamp_members_of_groups() returns trigger language plpgsql as $$
begin
  update groups g set version = version + 1, updated_at = clock_timestamp()
  from (select distinct team_id, group_id from changed) c
  where g.team_id = c.team_id and g.group_id = c.group_id;
  update members m set stamp = nextval('stamps')
  from (
    select distinct c.team_id, c.account_id from changed c
    where exists (select from group_roles r where r.team_id = c.team_id and r.group_id = c.group_id)
  ) c
  where m.team_id = c.team_id and m.account_id = c.account_id;
  return null;
end $$;

create function stamp_members_of_group_roles() returns trigger language plpgsql as $$
begin
  update members m set stamp = nextval('stamps')
  from (
    select distinct g.team_id, g.account_id from changed c join group_members g on g.team_id = c.team_id and g.group_id = c.group_id
  ) g
  where m.team_id = g.team_id and m.account_id = g.account_id;
  return null;
end $$;

create trigger member_roles_added after insert on member_roles
  referencing new table as changed for each statement execute function stamp_members_of_roles();
create trigger member_roles_removed after delete on member_roles
  referencing old table as changed for each statement execute function stamp_members_of_roles();
create trigger group_members_added after insert on group_members
  referencing new table as changed for each statement execute function stamp_members_of_groups();
create trigger group_members_removed after delete on group_members
  referencing old table as changed for each statement execute function stamp_members_of_groups();
create trigger group_roles_added after insert on group_roles
  referencing new table as changed for each statement execute function stamp_members_of_group_roles();
create trigger group_roles_removed after delete on group_roles
  referencing old table as changed for each statement execute function stamp_members_of_group_roles();

create function move_stamp() returns trigger language plpgsql as $$
begin
  new.stamp := nextval('stamps');
  return new;
end $$;

create trigger accounts_stamp before update on accounts for each row
  when ((old.email, old.name, old.is_operator) is distinct from (new.email, new.name, new.is_operator))
  execute function move_stamp();
create trigger teams_stamp before update on teams for each row
  when ((old.name, old.owner_id, old.plan, old.trails_enabled) is distinct from (new.name, new.owner_id, new.plan, new.trails_enabled))
  execute function move_stamp();
create trigger members_stamp before update on members for each row
  when (old.status is distinct from new.status)
  execute function move_stamp();

-- Seats are counted where memberships change, whoever changes them. What a transaction takes and frees is noted as it
-- goes, and booked when it commits (or when its constraints are set immediate): the row of the count makes parallel
-- transactions take turns, so that the limit is exact, and waiting for it only at the end keeps them parallel till then.
create function note_seats(team uuid, taken integer) returns void language plpgsql as $$
declare
  noted jsonb := coalesce(nullif(current_setting('cairn.seats', true), ''), '{}')::jsonb;
begin
  perform set_config(
    'cairn.seats', (noted || jsonb_build_object(team, coalesce((noted ->> team::text)::integer, 0) + taken))::text, true
  );
end $$;

create function book_seats() returns trigger language plpgsql as $$
declare
  team uuid := coalesce(new.team_id, old.team_id);
  noted jsonb := coalesce(nullif(current_setting('cairn.seats', true), ''), '{}')::jsonb;
  taken integer := coalesce((noted ->> team::text)::integer, 0);
  now_used integer;
begin
  if taken = 0 then return null; end if;
  perform set_config('cairn.seats', (noted - team::text)::text, true);
  update team_seats set used = used + taken where team_id = team returning used into now_used;
  -- Only who takes seats can be refused: fewer seats than are taken end nobody's membership.
  if taken > 0 and now_used > (select seat_limit from teams where team_id = team) then
    raise exception 'no seat is free' using errcode = '23514', constraint = 'members_seats';
  end if;
  return null;
end $$;

create function open_seats() returns trigger language plpgsql as $$
begin
  insert into team_seats (team_id) values (new.team_id);
  return null;
end $$;
create function take_seats() returns trigger language plpgsql as $$
begin
  perform note_seats(team_id, count(*)::integer) from changed where status = 'active' group by team_id;
  return null;
end $$;
create function free_seats() returns trigger language plpgsql as $$
begin
  perform note_seats(team_id, -count(*)::integer) from changed where status = 'active' group by team_id;
  return null;
end $$;
create function move_seat() returns trigger language plpgsql as $$
begin
  perform note_seats(new.team_id, case when new.status = 'active' then 1 else -1 end);
  return null;
end $$;

create trigger teams_seats_opened after insert on teams for each row execute function open_seats();
create trigger members_seats_taken after insert on members
  referencing new table as changed for each statement execute function take_seats();
create trigger members_seats_freed after delete on members
  referencing old table as changed for each statement execute function free_seats();
create trigger members_seat_moved after update on members for each row
  when (old.status is distinct from new.status) execute function move_seat();
create constraint trigger members_seats_booked after insert or delete on members
  deferrable initially deferred for each row execute function book_seats();
create constraint trigger members_seat_booked after update on members
  deferrable initially deferred for each row
  when (old.status is distinct from new.status) execute function book_seats();
