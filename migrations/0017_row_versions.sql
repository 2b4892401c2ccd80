-- A version of our own for the rows that answers are remembered of: it moves with every write, whoever writes. System
-- columns (xmin, ctid) tell the same on one server, and nothing on a distributed one or after a restore.
alter table trails add column row_version bigint not null default 1;
alter table accounts add column row_version bigint not null default 1;

create function move_row_version() returns trigger language plpgsql as $$
begin
  new.row_version := old.row_version + 1;
  return new;
end $$;
create trigger trails_row_version before update on trails for each row execute function move_row_version();
create trigger accounts_row_version before update on accounts for each row execute function move_row_version();
