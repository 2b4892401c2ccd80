-- Resets a test database to its state when this script ran, right after the migrations. A separate schema, which the
-- service never uses, keeps the rows that the migrations wrote.
create schema as_new;

-- A fingerprint of all definitions in the database: names, and for the other catalog rows their count and the last
-- transaction that wrote one. Comparing their texts would take several times as long. PostgreSQL's own oids are below 16384.
create function as_new.definitions() returns text language sql set enable_seqscan = on as $$
  select concat_ws(', ',
    (select md5(string_agg(concat(relname, relkind), ',' order by relname))
      from pg_class where relnamespace = 'public'::regnamespace),
    (select concat(count(*), ' ', max(xmin::text::bigint)) from pg_attribute where attrelid >= 16384),
    (select concat(count(*), ' ', max(xmin::text::bigint)) from pg_index where indexrelid >= 16384),
    (select concat(count(*), ' ', max(xmin::text::bigint)) from pg_proc where oid >= 16384),
    (select concat(count(*), ' ', max(xmin::text::bigint)) from pg_attrdef),
    (select concat(count(*), ' ', max(xmin::text::bigint)) from pg_constraint),
    (select concat(count(*), ' ', max(xmin::text::bigint)) from pg_trigger))
$$;

-- The service's tables that have rows, or had some. Leftover pages change query plans, and so does a row count left by a
-- vacuum.
create function as_new.filled() returns table (name text, bytes bigint, counted real) language sql as $$
  select relname, pg_relation_size(oid), reltuples from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and (pg_relation_size(oid) > 0 or reltuples >= 0)
$$;

create table as_new.at_first as select * from as_new.filled();
do $$ declare name text; begin
  for name in select at_first.name from as_new.at_first loop
    execute format('create table as_new.%I as table public.%I', name, name);
  end loop;
end $$;

-- Whether the table has its initial rows and no additional page.
create function as_new.is_as_at_first(filled record) returns boolean language plpgsql as $$
declare is_same boolean;
begin
  if not exists (select from as_new.at_first where (name, bytes, counted) = (filled.name, filled.bytes, filled.counted))
  then return false; end if;
  execute format(
    'select (select count(*) from public.%1$I) = (select count(*) from as_new.%1$I)
       and not exists (select x::text from public.%1$I x except select x::text from as_new.%1$I x)', filled.name
  ) into is_same;
  return is_same;
end $$;

-- Empties the changed tables and restores their initial rows. Disables triggers, because some tables refuse to be emptied.
-- Deletes the statistics, because a new database does not have any. Returns false if definitions were changed or the
-- catalog has grown too large.
create function as_new.restore() returns boolean language plpgsql as $$
declare
  changed text[] := array(select name from as_new.filled() filled where not as_new.is_as_at_first(filled));
  name text;
begin
  perform set_config('session_replication_role', 'replica', true);
  perform set_config('allow_system_table_mods', 'on', true);
  -- If a table has triggers, TRUNCATE requires truncating all tables that refer to it, which creates new files for sixty
  -- empty tables.
  update pg_class set relhastriggers = false
    where relnamespace = 'public'::regnamespace and relname = any (changed) and relhastriggers;
  if changed <> '{}' then
    execute (select format('truncate %s', string_agg(format('public.%I', one), ', ')) from unnest(changed) one);
  end if;
  update pg_class set relhastriggers = true
    where relnamespace = 'public'::regnamespace and relname = any (changed) and not relhastriggers
      and exists (select from pg_trigger where tgrelid = pg_class.oid);
  perform setval(seqrelid, seqstart, false) from pg_sequence;
  for name in select at_first.name from as_new.at_first where at_first.name = any (changed) loop
    execute format('insert into public.%I table as_new.%I', name, name);
  end loop;
  delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace);
  return as_new.definitions() = (select definitions from as_new.defined_at_first)
    and pg_relation_size('pg_class') + pg_relation_size('pg_statistic') < 8000000;
end $$;

create table as_new.defined_at_first (definitions text);
-- This comes last, because it counts the functions.
insert into as_new.defined_at_first values (as_new.definitions());
