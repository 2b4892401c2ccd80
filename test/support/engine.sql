-- Simulates the functions of a distributed engine: keeps a catalog, records every call, and refuses whatever the engine
-- would refuse. Rows are not moved.
create schema engine;
create table engine.calls (n serial primary key, call text not null);
create table engine.placed (
  table_name regclass primary key, citus_table_type text not null, distribution_column text, colocation_id integer not null
);
create view engine.citus_tables as select * from engine.placed;
create table engine.pg_dist_node (groupid integer not null);
-- The table at which the next call fails.
create table engine.failing (table_name regclass not null);
create function engine.note(called text, subject regclass) returns void language plpgsql as $$
begin
  if exists (select from engine.placed where table_name = subject) then
    raise exception 'table "%" is already distributed', subject;
  end if;
  if exists (select from engine.failing where table_name = subject) then
    raise exception 'a worker is away';
  end if;
  insert into engine.calls (call) values (called || ' ' || subject);
end $$;
create function engine.create_reference_table(subject regclass) returns void language plpgsql as $$
begin
  perform engine.note('reference', subject);
  insert into engine.placed values (subject, 'reference', '<none>', 1);
end $$;
create function engine.citus_add_local_table_to_metadata(subject regclass) returns void language plpgsql as $$
begin
  perform engine.note('local', subject);
  insert into engine.placed values (subject, 'local', '<none>', 0);
end $$;
create function engine.create_distributed_table(subject regclass, by text, colocate_with text) returns void
language plpgsql as $$
declare
  place integer := 2;
begin
  perform engine.note('distributed by ' || by, subject);
  if exists (select from pg_constraint where contype = 'f' and subject in (conrelid, confrelid)) then
    raise exception 'foreign keys stand on "%"', subject;
  end if;
  if exists (
    select from pg_index where indrelid = subject and indisunique and not (
      (select attnum from pg_attribute where attrelid = subject and attname = by) = any(indkey)
    )
  ) then
    raise exception 'cannot create constraint on "%" that does not include the distribution column', subject;
  end if;
  if colocate_with = 'none' then
    select coalesce(max(colocation_id), 1) + 1 into place from engine.placed;
  else
    select colocation_id into strict place from engine.placed where table_name = colocate_with::regclass;
  end if;
  insert into engine.placed values (subject, 'distributed', by, place);
end $$;
