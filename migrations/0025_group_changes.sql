-- A change of many members of a group is prepared in slices and takes effect in one commit, so that nobody waits long for
-- it. Rows of a change that has not taken effect yet, and leavers whose row is not removed yet, bear its id. One at a time a
-- group.
create table group_changes (
  team_id uuid not null references teams on delete cascade,
  -- No foreign key: the members of a new group are there before it, and those of a deleted one for a moment longer.
  group_id uuid not null,
  change_id uuid not null,
  is_applied boolean not null default false,
  -- What the audit log says of each slice once the change has taken effect: the group, its roles, who made the change.
  told jsonb,
  begun_at timestamptz not null default clock_timestamp(),
  primary key (team_id, group_id)
);

alter table group_members rename to group_memberships;
alter table group_memberships add column change_id uuid, add column joins boolean;
alter table group_memberships drop constraint group_members_team_id_group_id_fkey;
create index group_memberships_changing on group_memberships (team_id, group_id, account_id) where change_id is not null;

-- Who is in a group now.
create view group_members as
select gm.team_id, gm.group_id, gm.account_id, gm.added_at from group_memberships gm
where gm.change_id is null or gm.joins = exists (
  select from group_changes c
  where c.team_id = gm.team_id and c.group_id = gm.group_id and c.change_id = gm.change_id and c.is_applied
);

-- In place of the foreign key; what a change marked is removed in slices.
create function forget_group_members() returns trigger language plpgsql as $$
begin
  delete from group_memberships where team_id = old.team_id and group_id = old.group_id and change_id is null;
  return null;
end $$;
create trigger groups_members_forgotten after delete on groups for each row execute function forget_group_members();

-- As before, but for rows that a change marked: they move the group's version once, when it takes effect.
create or replace function stamp_members_of_groups() returns trigger language plpgsql as $$
begin
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
