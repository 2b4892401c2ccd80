-- What happened to the directory, the credentials and the trails: written with the change, never changed after.
create table audit_entries (
  -- The workspace, or the service-wide catalog's id for what concerns the service.
  team_id uuid not null,
  entry_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  -- {kind: 'person' | 'connection' | 'credential' | 'system', id, name, token_id?}
  actor jsonb not null,
  -- {kind: 'user' | 'group' | 'trail' | …, id, name}
  subject jsonb not null,
  before jsonb,
  after jsonb,
  request_id text,
  primary key (team_id, entry_id)
);
create index audit_entries_kind on audit_entries (team_id, kind, entry_id desc);
create index audit_entries_subject on audit_entries (team_id, (subject ->> 'id'), entry_id desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries are append-only' using errcode = '42501';
end $$;
create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_audit_change();
