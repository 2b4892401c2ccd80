-- What the authorization server keeps between two requests, and what a workspace decides about the apps of its people.

-- Codes, refresh tokens, device codes, registered clients, requests that wait for consent. Bearers by their hash alone.
-- Most belong to no workspace yet, or are looked up by what a stranger brings, so the kind stands in the tenant's place.
create table oauth_artifacts (
  kind text not null,
  id_hash bytea not null,
  payload jsonb not null,
  -- What was made from one consent ends together.
  grant_id text,
  -- The hash of the code that a person types in for a device.
  user_code_hash bytea,
  consumed_at timestamptz,
  expires_at timestamptz,
  primary key (kind, id_hash)
);
create index oauth_artifacts_grant on oauth_artifacts (grant_id) where grant_id is not null;
create index oauth_artifacts_user_code on oauth_artifacts (user_code_hash) where user_code_hash is not null;
create index oauth_artifacts_expiry on oauth_artifacts (expires_at) where expires_at is not null;

create table oauth_policies (
  team_id uuid primary key references teams on delete cascade,
  -- The hosts whose apps people may connect; null: any.
  allowed_hosts text[],
  -- The workspace's identity provider vouches for its people, and nobody is asked (ID-JAG).
  enterprise_managed boolean not null default false,
  updated_at timestamptz not null
);
