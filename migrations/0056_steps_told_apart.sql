-- A step by a name of its own: a number comes again where the database is restored to an earlier state, and a process
-- that runs on has to notice that its catalog went another way.
alter table catalog_changes add column mark uuid;
alter table catalog_changes alter column mark set default gen_random_uuid();
