-- Events that other systems are told of: written in the commit of the change, for who follows them.

-- Which kinds of events somebody follows; '*' is every audit entry. The nil UUID follows the whole service.
create table audit_followers (
  team_id uuid not null,
  kind text not null,
  primary key (team_id, kind)
);

-- Events of followed kinds that have not been handed on yet. The numbers of one trail's events are in the order of its
-- commits: they are given under the trail's lock.
create table audit_outbox (
  team_id uuid not null,
  seq bigint generated always as identity,
  -- The audit entry's id, where the event is one.
  event_id uuid not null,
  is_entry boolean not null,
  at timestamptz not null,
  kind text not null,
  actor jsonb not null,
  subject jsonb not null,
  details jsonb not null,
  primary key (team_id, seq)
);
create index audit_outbox_order on audit_outbox (seq);

-- Addresses of other systems. A workspace's, or (with the service-wide catalog's id) the operators'.
create table webhook_endpoints (
  team_id uuid not null references catalogs on delete cascade,
  endpoint_id uuid not null,
  name text not null,
  url text not null,
  events text[] not null,
  signing text not null constraint webhook_endpoints_signing check (signing in ('hmac-sha256', 'ed25519')),
  sealed_secret text not null,
  -- What it was before the last rotation, good until then.
  sealed_previous text,
  previous_until timestamptz,
  is_on boolean not null default true,
  off_reason text constraint webhook_endpoints_off check (off_reason in ('admin', 'gone', 'failing')),
  off_at timestamptz,
  failing_since timestamptz,
  last_delivered_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Left alone until then: it failed, or asked for it.
  paused_until timestamptz,
  -- When there is something to send, as far as is known; who serves it now, and until when nobody else does.
  next_at timestamptz,
  lease_id uuid,
  lease_until timestamptz,
  primary key (team_id, endpoint_id)
);
create index webhook_endpoints_due on webhook_endpoints (next_at) where is_on and next_at is not null;

-- What is sent, once however many endpoints get it; the bytes that are signed.
create table webhook_events (
  team_id uuid not null,
  seq bigint not null,
  event_id uuid not null,
  type text not null,
  subject_id text not null,
  at timestamptz not null,
  payload text not null,
  primary key (team_id, seq)
);
create index webhook_events_at on webhook_events (at);

create table webhook_deliveries (
  team_id uuid not null,
  endpoint_id uuid not null,
  seq bigint not null,
  event_id uuid not null,
  subject_id text not null,
  state text not null default 'pending' constraint webhook_deliveries_state
    check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_at timestamptz not null,
  last_at timestamptz,
  -- Of the last attempt: the status that was answered, or why there was none.
  last_status integer,
  last_cause text,
  primary key (team_id, endpoint_id, seq),
  constraint webhook_deliveries_event unique (team_id, endpoint_id, event_id),
  foreign key (team_id, endpoint_id) references webhook_endpoints on delete cascade
);
create index webhook_deliveries_waiting on webhook_deliveries (team_id, endpoint_id, subject_id, seq)
  where state = 'pending';

-- Where audit entries are streamed to: a workspace's own, or (the service-wide catalog's id) those of the whole service.
create table audit_streams (
  team_id uuid not null references catalogs on delete cascade,
  stream_id uuid not null,
  name text not null,
  url text not null,
  format text not null constraint audit_streams_format check (format in ('ndjson', 'splunk-hec', 'otlp')),
  -- The Authorization header.
  sealed_authorization text,
  failing_since timestamptz,
  last_cause text,
  last_status integer,
  last_sent_at timestamptz,
  created_at timestamptz not null,
  next_at timestamptz,
  lease_id uuid,
  lease_until timestamptz,
  primary key (team_id, stream_id)
);
create index audit_streams_due on audit_streams (next_at) where next_at is not null;

-- The entries that a stream has not delivered yet: its place in the log, whatever restarts.
create table audit_stream_entries (
  team_id uuid not null,
  stream_id uuid not null,
  seq bigint not null,
  entry_team_id uuid not null,
  entry_id uuid not null,
  primary key (team_id, stream_id, seq),
  foreign key (team_id, stream_id) references audit_streams on delete cascade
);
