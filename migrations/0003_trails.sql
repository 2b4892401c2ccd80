-- Trails: the draft, what employees see, every published version, and who may see a restricted one.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- A workspace's catalog has the workspace's id; the service-wide catalog has an id of its own.
create table catalogs (
  catalog_id uuid primary key,
  kind text not null constraint catalogs_kind check (kind in ('team', 'svc')),
  -- Moves with every change of what employees see; `catalog_changes` says which trail each step was about.
  live_seq bigint not null default 0,
  -- The place that the next trail takes in the order.
  next_sort_order integer not null default 1
);
create unique index catalogs_one_svc on catalogs (kind) where kind = 'svc';
insert into catalogs (catalog_id, kind) values ('00000000-0000-7000-8000-000000000000', 'svc');

create table trails (
  catalog_id uuid not null references catalogs on delete cascade,
  trail_id uuid not null,
  status text not null default 'draft' constraint trails_status check (status in ('draft', 'live', 'archived')),
  visibility text not null default 'all_teams' constraint trails_visibility check (visibility in ('all_teams', 'restricted')),
  sort_order integer not null,
  revision integer not null default 1,
  -- `json`, not `jsonb`: it is answered as the text that was saved, without parsing it.
  document json not null,
  title text not null,
  target_role text not null,
  description text not null,
  tools json not null,
  prompt_count integer not null,
  -- Title, role and description, folded the way the search folds what it is asked for.
  search_text text not null,
  grant_count integer not null default 0,
  -- The version employees see now, and the highest number ever given (numbers are never used again).
  published_version integer,
  published_revision integer,
  published_at timestamptz,
  last_version integer not null default 0,
  -- ValidationIssues of the stored draft, worked out when it is saved or its examples are run.
  publish_issues json not null default '[]',
  -- SurfacingTestsSummary of the last run over the stored draft, and the revision it ran on.
  surfacing_tests json,
  surfacing_tests_revision integer,
  created_by uuid references accounts,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  saved_at timestamptz not null default clock_timestamp(),
  -- False once anything beside the document changed since the revision was saved: a 304 must not hide it.
  only_saved boolean not null default true,
  primary key (catalog_id, trail_id),
  constraint trails_published check ((status = 'live') = (published_version is not null))
);
create index trails_recent on trails (catalog_id, updated_at desc, trail_id desc);
create index trails_recent_by_status on trails (catalog_id, status, updated_at desc, trail_id desc);

-- What the trigram index is built over: apart from the trails, so that a save that leaves these texts alone leaves the
-- index alone, and without a pending list, so that a search never has one to read through.
create table trail_search (
  catalog_id uuid not null,
  trail_id uuid not null,
  search_text text not null,
  primary key (catalog_id, trail_id),
  foreign key (catalog_id, trail_id) references trails on delete cascade
);
create index trail_search_text on trail_search using gin (catalog_id, search_text gin_trgm_ops) with (fastupdate = off);
create function index_new_trails() returns trigger language plpgsql as $$
begin
  insert into trail_search (catalog_id, trail_id, search_text) select catalog_id, trail_id, search_text from added;
  return null;
end $$;
create function index_changed_trail() returns trigger language plpgsql as $$
begin
  update trail_search set search_text = new.search_text where catalog_id = new.catalog_id and trail_id = new.trail_id;
  return null;
end $$;
create trigger trails_text_added after insert on trails
  referencing new table as added for each statement execute function index_new_trails();
create trigger trails_text_changed after update of search_text on trails
  for each row when (old.search_text is distinct from new.search_text) execute function index_changed_trail();

-- The last saved documents, to tell a stale caller what changed since.
create table trail_revisions (
  catalog_id uuid not null,
  trail_id uuid not null,
  revision integer not null,
  document json not null,
  saved_by uuid,
  saved_at timestamptz not null default clock_timestamp(),
  primary key (catalog_id, trail_id, revision),
  foreign key (catalog_id, trail_id) references trails on delete cascade
);

create table trail_versions (
  catalog_id uuid not null,
  trail_id uuid not null,
  version integer not null,
  revision integer not null,
  document json not null,
  note text,
  created_by uuid references accounts,
  created_at timestamptz not null default clock_timestamp(),
  primary key (catalog_id, trail_id, version),
  foreign key (catalog_id, trail_id) references trails on delete cascade
);

create table trail_grants (
  catalog_id uuid not null,
  trail_id uuid not null,
  kind text not null constraint trail_grants_kind check (kind in ('user', 'team')),
  grantee_id uuid not null,
  granted_by uuid,
  granted_at timestamptz not null default clock_timestamp(),
  primary key (catalog_id, trail_id, kind, grantee_id),
  foreign key (catalog_id, trail_id) references trails on delete cascade
);
create index trail_grants_grantee on trail_grants (grantee_id, catalog_id);

create table catalog_changes (
  catalog_id uuid not null references catalogs on delete cascade,
  seq bigint not null,
  trail_id uuid not null,
  primary key (catalog_id, seq)
);
