-- What each connection sent: one record a user or group, apart from the account or group that it stands for; and the
-- log of its requests.

create table scim_user_records (
  team_id uuid not null,
  connection_id uuid not null,
  record_id uuid not null,
  account_id uuid not null,
  user_name text not null,
  user_name_key text not null,
  external_id text,
  active boolean not null default true,
  -- The one e-mail that is answered, and the name shown: as sent, and in lower case for filters. Keys are made outside of
  -- the database, since its lower() is not everybody's.
  email text,
  email_key text,
  display_name text,
  display_name_key text,
  -- Everything as it is answered, in SCIM's spelling; `json`, so that it goes out as the text that was saved.
  attributes json not null default '{}',
  -- The same with every text in lower case: what filters that do not mind the case look into.
  folded jsonb not null default '{}',
  -- E-mails beside the one that is answered: kept for the day when that one goes.
  extra_emails json,
  version bigint not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  last_modified timestamptz not null default clock_timestamp(),
  primary key (team_id, connection_id, record_id),
  foreign key (team_id, connection_id) references connections on delete cascade,
  foreign key (team_id, account_id) references members on delete cascade,
  constraint scim_user_records_user_name unique (team_id, connection_id, user_name_key),
  constraint scim_user_records_external_id unique (team_id, connection_id, external_id),
  constraint scim_user_records_account unique (team_id, connection_id, account_id)
);
create index scim_user_records_email on scim_user_records (team_id, connection_id, email_key);
create index scim_user_records_display_name on scim_user_records (team_id, connection_id, display_name_key);
create index scim_user_records_member on scim_user_records (team_id, account_id);

-- Name, version and last change are the group's own (`groups`).
create table scim_group_records (
  team_id uuid not null,
  connection_id uuid not null,
  record_id uuid not null,
  group_id uuid not null,
  external_id text,
  display_name_key text not null default '',
  -- Without `members`. As for users.
  attributes json not null default '{}',
  folded jsonb not null default '{}',
  -- The beginning of the transaction: never later than the change of the group that it makes.
  created_at timestamptz not null default now(),
  primary key (team_id, connection_id, record_id),
  foreign key (team_id, connection_id) references connections on delete cascade,
  foreign key (team_id, group_id) references groups on delete cascade,
  constraint scim_group_records_external_id unique (team_id, connection_id, external_id),
  constraint scim_group_records_group unique (team_id, group_id)
);

create index scim_group_records_display_name on scim_group_records (team_id, connection_id, display_name_key);

-- A group that leaves its connection leaves no record there: requests for it find nothing until it is pushed again.
create function forget_group_record() returns trigger language plpgsql as $$
begin
  delete from scim_group_records where team_id = old.team_id and group_id = old.group_id;
  return null;
end $$;
create trigger groups_disconnected after update on groups for each row
  when (old.connection_id is not null and old.connection_id is distinct from new.connection_id)
  execute function forget_group_record();

create table provisioning_log (
  team_id uuid not null,
  connection_id uuid not null,
  entry_id uuid not null,
  at timestamptz not null,
  token_id uuid,
  request_id text not null,
  -- `User`, `Group`, or the name of a discovery endpoint.
  resource text not null,
  resource_id text,
  resource_name text,
  operation text not null,
  outcome text not null constraint provisioning_log_outcome check (outcome in ('ok', 'refused', 'failed')),
  status integer not null,
  scim_type text,
  explanation text,
  duration_ms real not null,
  -- What was sent, secrets and personal values masked; null where nothing was.
  request jsonb,
  primary key (team_id, connection_id, entry_id),
  foreign key (team_id, connection_id) references connections on delete cascade
);
create index provisioning_log_trouble on provisioning_log (team_id, connection_id, entry_id desc) where outcome <> 'ok';
create index provisioning_log_at on provisioning_log (at);
