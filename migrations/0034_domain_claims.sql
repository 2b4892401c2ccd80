-- Domains that a workspace wants to show to be its own: the text that a DNS record must hold. Any workspace may claim any
-- domain; only who can write its DNS gets it.
create table domain_claims (
  team_id uuid not null references teams on delete cascade,
  domain text not null,
  secret text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- What the last look at the record found; null: not looked at yet.
  checked_at timestamptz,
  problem text,
  primary key (team_id, domain)
);
