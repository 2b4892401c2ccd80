-- Makes a database of the tests as new as it was when this ran, after its migrations: what they wrote is kept in a schema of
-- its own that no statement of the service sees.
create schema as_new;

-- All that is defined in the database, as one hash. Rows of the catalog as they are: their definitions as text take four
-- times as long.
create function as_new.definitions() returns text language sql as $$
  with names as (
    select concat_ws(' ', c.relname, c.relkind, i) as name
      from pg_class c left join pg_index i on i.indexrelid = c.oid where c.relnamespace = 'public'::regnamespace
    union all
    select concat_ws(' ', c.relname, a.attname, a.atttypid, a.attnotnull)
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and a.attnum > 0
    union all select concat_ws(' ', c) from pg_constraint c where connamespace = 'public'::regnamespace
    union all select concat_ws(' ', tgname, tgenabled) from pg_trigger
    union all select concat_ws(' ', proname, prosrc) from pg_proc where pronamespace = 'public'::regnamespace
  )
  select md5(string_agg(name, ',' order by name)) from names
$$;

-- Those of the service's tables that have rows, or had some: pages that are left over change plans, and so does a count
-- of rows, which a vacuum leaves behind.
create function as_new.filled() returns setof text language sql as $$
  select relname from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace and (pg_relation_size(oid) > 0 or reltuples >= 0)
$$;

do $$ declare name text; begin
  for name in select as_new.filled() loop
    execute format('create table as_new.%I as table public.%I', name, name);
  end loop;
end $$;
create table as_new.at_first as select as_new.definitions() as definitions;

-- Empties what has rows and writes the first rows again. Without triggers, since some tables refuse to be emptied;
-- statistics go too, as a new database has none. Says whether all is as it was: false where definitions were changed, or
-- the catalog has grown far.
create function as_new.restore() returns boolean language plpgsql as $$
declare name text;
begin
  perform set_config('session_replication_role', 'replica', true);
  perform set_config('allow_system_table_mods', 'on', true);
  -- For a table that has triggers, TRUNCATE wants all that refer to it truncated too, which makes new files for sixty
  -- tables that are empty.
  update pg_class set relhastriggers = false
    where relnamespace = 'public'::regnamespace and relname in (select as_new.filled());
  execute (
    select format('truncate %s restart identity', string_agg(format('public.%I', filled), ', ')) from as_new.filled()
  );
  update pg_class set relhastriggers = true
    where relnamespace = 'public'::regnamespace and not relhastriggers
      and exists (select from pg_trigger where tgrelid = pg_class.oid);
  for name in select relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace loop
    execute format('alter sequence public.%I restart', name);
  end loop;
  for name in select relname from pg_class
    where relkind = 'r' and relnamespace = 'as_new'::regnamespace and relname <> 'at_first' loop
    execute format('insert into public.%I table as_new.%I', name, name);
  end loop;
  delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace);
  return as_new.definitions() = (select definitions from as_new.at_first)
    and (select sum(pg_relation_size(oid)) < 20000000 from pg_class where relnamespace = 'pg_catalog'::regnamespace);
end $$;
