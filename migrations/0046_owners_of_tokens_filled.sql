-- Whose the tokens, ids and domains are that stood before 0045, whose triggers note what is written meanwhile.
insert into token_owners (token_hash, tenant_id)
select token_hash, catalog_id from api_credentials
union all select token_hash, team_id from scim_tokens
union all select secret_hash, team_id from scim_client_secrets
union all select token_hash, team_id from setup_links
on conflict do nothing;

insert into id_owners (id, tenant_id)
select grant_id, catalog_id from oauth_grants
union all select connection_id, team_id from scim_workload_identities
on conflict do nothing;

insert into domain_owners (domain, team_id) select domain, team_id from team_domains on conflict do nothing;

alter table catalogs validate constraint catalogs_svc;
