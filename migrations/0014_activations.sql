-- Sessions and OAuth grants belong to one activation of a membership. Deactivation starts another one, so that all that was
-- opened before is dead at once, also after a reactivation, without a write to their rows.
alter table members add column activation bigint not null default 0;
-- From the sequence, so that a membership that ends and begins again never bears an activation that was seen before.
alter table members alter column activation set default nextval('stamps');
alter table sessions add column activation bigint not null default 0;
alter table oauth_grants add column activation bigint not null default 0;
alter table api_credentials add column activation bigint not null default 0;
