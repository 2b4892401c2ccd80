-- How people sign in: one-time links, passwords, single sign-on. Tokens as hashes, a provider's secret encrypted.

-- How the session was opened; null: not by signing in (the command line, the desktop).
alter table sessions add column method text
  constraint sessions_method check (method in ('link', 'password', 'sso'));
-- Only the workspace itself vouches for the person (its provider, or a link that its admins made): the session is good
-- there and nowhere else, and gives no power over the service.
alter table sessions add column confined boolean not null default false;

create table login_links (
  token_hash bytea primary key,
  account_id uuid not null references accounts,
  -- Null: wherever the person belongs.
  team_id uuid references teams on delete cascade,
  confined boolean not null default false,
  expires_at timestamptz not null
);
create index login_links_expiry on login_links (expires_at);

create table passwords (
  account_id uuid primary key references accounts,
  -- Algorithm, parameters, salt and hash in one text.
  hash text not null,
  -- Set in a session that only this workspace vouched for: it opens nothing else. Null: it opens all that is the person's.
  team_id uuid references teams on delete cascade,
  changed_at timestamptz not null
);

create table single_sign_on (
  team_id uuid primary key references teams on delete cascade,
  issuer text not null,
  client_id text not null,
  -- Encrypted; null: a public client.
  sealed_secret text,
  enabled boolean not null,
  -- Nobody but the Owner signs in to the workspace in another way.
  required boolean not null,
  updated_at timestamptz not null,
  constraint single_sign_on_required check (enabled or not required)
);

-- Who a provider's subject is here. A person has one subject a provider: an address that was given to somebody else does
-- not take its former owner's account over.
create table single_sign_on_links (
  team_id uuid not null,
  issuer text not null,
  subject text not null,
  account_id uuid not null,
  linked_at timestamptz not null,
  primary key (team_id, issuer, subject),
  constraint single_sign_on_links_person unique (team_id, issuer, account_id),
  foreign key (team_id, account_id) references members on delete cascade
);

-- Browsers on their way to a provider and back. Read once.
create table single_sign_on_attempts (
  binding_hash bytea primary key,
  team_id uuid not null references teams on delete cascade,
  state text not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  expires_at timestamptz not null
);
create index single_sign_on_attempts_expiry on single_sign_on_attempts (expires_at);
