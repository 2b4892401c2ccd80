-- A membership that ends and begins again within one reading of the clock, as the embedded one counts milliseconds, has
-- another version all the same: the sequence fills in what is finer.
alter table members alter column stamp
  set default (extract(epoch from clock_timestamp()) * 1000000)::bigint + nextval('stamps') % 1000;
