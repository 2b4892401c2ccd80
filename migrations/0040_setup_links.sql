-- Links with which somebody without an account sets one connection up: the token as a hash, gone with the connection.
create table setup_links (
  team_id uuid not null,
  link_id uuid not null,
  connection_id uuid not null,
  token_hash bytea not null,
  -- For whom it was made, in the admin's words.
  note text not null,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  primary key (team_id, link_id),
  foreign key (team_id, connection_id) references connections on delete cascade
);
-- Whose it is, only the token tells.
create index setup_links_token on setup_links (token_hash);
create index setup_links_connection on setup_links (team_id, connection_id);
