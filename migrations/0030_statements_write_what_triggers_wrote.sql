-- From now on a statement writes all that belongs to it: the version of who holds a role, the seat of who joins, the text
-- that is searched. The triggers that did so before leave the connections of this release alone and go on for processes
-- of release 1.0.0; 0031 takes them away.

-- A seat more than the workspace has breaks this rule; it is never true.
alter table team_seats add column over_limit boolean not null default false;
alter table team_seats add constraint members_seats check (not over_limit) not valid;

-- Told by the name of the connection, which poolers keep too.
create function writes_by_statement() returns boolean language sql stable as $$
  select current_setting('application_name') = 'cairn service'
$$;

create or replace function stamp_members_of_roles() returns trigger language plpgsql as $$
begin
  if writes_by_statement() then return null; end if;
  update members m set stamp = nextval('stamps')
  from (select distinct team_id, account_id from changed) c
  where m.team_id = c.team_id and m.account_id = c.account_id;
  return null;
end $$;

create or replace function stamp_members_of_groups() returns trigger language plpgsql as $$
begin
  if writes_by_statement() then return null; end if;
  update groups g set version = version + 1, updated_at = clock_timestamp()
  from (select distinct team_id, group_id from changed where change_id is null) c
  where g.team_id = c.team_id and g.group_id = c.group_id;
  update members m set stamp = nextval('stamps')
  from (
    select distinct c.team_id, c.account_id from changed c
    where c.change_id is null
      and exists (select from group_roles r where r.team_id = c.team_id and r.group_id = c.group_id)
  ) c
  where m.team_id = c.team_id and m.account_id = c.account_id;
  return null;
end $$;

create or replace function stamp_members_of_group_roles() returns trigger language plpgsql as $$
begin
  if writes_by_statement() then return null; end if;
  update members m set stamp = nextval('stamps')
  from (
    select distinct g.team_id, g.account_id from changed c join group_members g on g.team_id = c.team_id and g.group_id = c.group_id
  ) g
  where m.team_id = g.team_id and m.account_id = g.account_id;
  return null;
end $$;

create or replace function note_seats(team uuid, taken integer) returns void language plpgsql as $$
declare
  noted jsonb := coalesce(nullif(current_setting('cairn.seats', true), ''), '{}')::jsonb;
begin
  if writes_by_statement() then return; end if;
  perform set_config(
    'cairn.seats', (noted || jsonb_build_object(team, coalesce((noted ->> team::text)::integer, 0) + taken))::text, true
  );
end $$;

create or replace function open_seats() returns trigger language plpgsql as $$
begin
  if writes_by_statement() then return null; end if;
  insert into team_seats (team_id) values (new.team_id);
  return null;
end $$;

create or replace function index_new_trails() returns trigger language plpgsql as $$
begin
  if writes_by_statement() then return null; end if;
  insert into trail_search (catalog_id, trail_id, search_text) select catalog_id, trail_id, search_text from added;
  return null;
end $$;

create or replace function index_changed_trail() returns trigger language plpgsql as $$
begin
  if writes_by_statement() then return null; end if;
  update trail_search set search_text = new.search_text where catalog_id = new.catalog_id and trail_id = new.trail_id;
  return null;
end $$;

create or replace function forget_group_record() returns trigger language plpgsql as $$
begin
  if writes_by_statement() then return null; end if;
  delete from scim_group_records where team_id = old.team_id and group_id = old.group_id;
  return null;
end $$;
