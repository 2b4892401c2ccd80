-- What only the release before relied on: triggers that write whose a token is, and unique keys without the tenant.
-- serves from 0046
drop trigger api_credentials_owner on api_credentials;
drop trigger scim_tokens_owner on scim_tokens;
drop trigger scim_client_secrets_owner on scim_client_secrets;
drop trigger setup_links_owner on setup_links;
drop trigger oauth_grants_owner on oauth_grants;
drop trigger scim_workload_identities_owner on scim_workload_identities;
drop trigger team_domains_owner on team_domains;
drop function note_token_owner(), note_id_owner(), note_domain_owner();

alter table team_domains drop constraint team_domains_domain;
drop index oauth_grants_id;
drop index scim_workload_identities_connection;
drop index setup_links_token;
create unique index api_credentials_hash on api_credentials (catalog_id, token_hash);
drop index api_credentials_token;
create unique index scim_tokens_hash on scim_tokens (team_id, token_hash);
drop index scim_tokens_token;
create unique index scim_client_secrets_hash on scim_client_secrets (team_id, secret_hash);
drop index scim_client_secrets_secret;
create unique index setup_links_hash on setup_links (team_id, token_hash);
