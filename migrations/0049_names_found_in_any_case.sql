-- What a search for a person is held against where lower case is not enough: the name and the address with every letter
-- folded (directory/account.ts). Null: both are plain ASCII, or were stored by an earlier release.
alter table accounts add column search_key text;
