-- A request brings a token, an id or a domain and not its tenant. Whose each of them is stands in small tables of their
-- own, which an engine that distributes by tenant keeps whole everywhere; the unique keys of all else bear the tenant.

-- Tokens of every kind (API keys, OAuth and SCIM tokens, client secrets, set-up links), as hashes.
create table token_owners (
  token_hash bytea primary key,
  -- The workspace, or the service-wide catalog.
  tenant_id uuid not null
);
create index token_owners_tenant on token_owners (tenant_id);

-- Ids that come without a tenant: OAuth grants, and connections with a workload identity.
create table id_owners (
  id uuid primary key,
  tenant_id uuid not null
);
create index id_owners_tenant on id_owners (tenant_id);

-- Verified domains: each is one workspace's.
create table domain_owners (
  domain text primary key,
  team_id uuid not null references teams on delete cascade
);
create index domain_owners_team on domain_owners (team_id);

-- What processes of the release before write is noted by triggers; 0047 takes them away.
create function note_token_owner() returns trigger language plpgsql as $$
declare
  entry jsonb := to_jsonb(new);
begin
  insert into token_owners (token_hash, tenant_id)
  values ((entry ->> tg_argv[0])::bytea, (entry ->> tg_argv[1])::uuid) on conflict do nothing;
  return null;
end $$;
create function note_id_owner() returns trigger language plpgsql as $$
declare
  entry jsonb := to_jsonb(new);
begin
  insert into id_owners (id, tenant_id)
  values ((entry ->> tg_argv[0])::uuid, (entry ->> tg_argv[1])::uuid) on conflict do nothing;
  return null;
end $$;
create function note_domain_owner() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from domain_owners where domain = old.domain and team_id = old.team_id;
  else
    insert into domain_owners (domain, team_id) values (new.domain, new.team_id) on conflict do nothing;
  end if;
  return null;
end $$;

create trigger api_credentials_owner after insert on api_credentials
  for each row execute function note_token_owner('token_hash', 'catalog_id');
create trigger scim_tokens_owner after insert on scim_tokens
  for each row execute function note_token_owner('token_hash', 'team_id');
create trigger scim_client_secrets_owner after insert on scim_client_secrets
  for each row execute function note_token_owner('secret_hash', 'team_id');
create trigger setup_links_owner after insert on setup_links
  for each row execute function note_token_owner('token_hash', 'team_id');
create trigger oauth_grants_owner after insert on oauth_grants
  for each row execute function note_id_owner('grant_id', 'catalog_id');
create trigger scim_workload_identities_owner after insert on scim_workload_identities
  for each row execute function note_id_owner('connection_id', 'team_id');
create trigger team_domains_owner after insert or delete on team_domains
  for each row execute function note_domain_owner();

-- Of service-wide catalogs there is one because it has one id, so the table can be distributed too.
alter table catalogs add constraint catalogs_svc
  check ((kind = 'svc') = (catalog_id = '00000000-0000-7000-8000-000000000000')) not valid;
drop index catalogs_one_svc;
