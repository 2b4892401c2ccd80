-- Versions that a process remembers answers and callers by go with the clock, in microseconds: a counter gives the same
-- number again where the database is restored to an earlier state, and a process that runs on took another answer, or a
-- credential that was revoked after that, for the one that it remembers. Backwards they never go, whatever the clock.
create or replace function move_row_version() returns trigger language plpgsql as $$
begin
  new.row_version := greatest(old.row_version + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
  return new;
end $$;
create or replace function move_stamp() returns trigger language plpgsql as $$
begin
  new.stamp := greatest(old.stamp + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
  return new;
end $$;
-- A membership that ended and begins again has the key of before.
alter table members alter column stamp set default (extract(epoch from clock_timestamp()) * 1000000)::bigint;
