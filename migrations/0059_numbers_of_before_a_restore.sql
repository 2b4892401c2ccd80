-- The last number that a revision of the trail may bear already, beside those that are here: a restore to an earlier
-- state skips those that were given since (start/skip-numbers.ts). `last_version` says the same of versions.
alter table trails add column last_revision integer not null default 0;
