-- Idempotency-Key: who is at work on a key, and the answer to repeat once the work is done.
create table idempotency_keys (
  catalog_id uuid not null,
  credential_id uuid not null,
  key text not null,
  fingerprint bytea not null,
  -- Whoever holds the lease may finish the work; a crash lets it run out.
  lease_id uuid not null,
  lease_until timestamptz not null,
  expires_at timestamptz not null,
  status integer,
  headers jsonb,
  body bytea,
  primary key (catalog_id, credential_id, key)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);
