-- Where the log of changes stood after the session's last change: a standby that has come so far shows it. Null: nothing
-- was changed, or no standby is read (storage/read-replica.ts).
alter table sessions add column wrote_until pg_lsn;
