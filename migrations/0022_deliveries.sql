-- What became of published trails: how often each was used, in which shape, on which day. Deliveries are counted, not people.
create table trail_deliveries (
  -- The workspace whose people used the trail; the trail is of its own catalog or of the service-wide one.
  team_id uuid not null references teams on delete cascade,
  trail_id uuid not null,
  version integer not null,
  shape text not null constraint trail_deliveries_shape check (shape in ('console', 'find', 'skill', 'prompt', 'zip')),
  day date not null,
  deliveries bigint not null,
  primary key (team_id, trail_id, version, shape, day)
);
create index trail_deliveries_by_day on trail_deliveries (team_id, day);

-- Whether at least five people used a trail in a month: marks of the first five, forgotten once they are five.
create table trail_reach (
  team_id uuid not null references teams on delete cascade,
  trail_id uuid not null,
  month date not null,
  people integer not null,
  marks text[] not null,
  primary key (team_id, trail_id, month)
);

-- Questions for which no trail was found, by the topics of the judge that they touch.
create table unanswered_questions (
  team_id uuid not null references teams on delete cascade,
  topic text not null,
  month date not null,
  questions bigint not null,
  people integer not null,
  marks text[] not null,
  -- The last texts, where the workspace keeps them.
  samples text[] not null default '{}',
  last_asked_at timestamptz not null default clock_timestamp(),
  primary key (team_id, topic, month)
);

-- What the workspace chose: without a row, no text of a question is kept.
create table insight_settings (
  team_id uuid primary key references teams on delete cascade,
  keep_questions boolean not null
);

-- When an AI tool of a person last called: the page that connects one shows that it worked.
create table tool_calls (
  team_id uuid not null references teams on delete cascade,
  account_id uuid not null references accounts,
  first_call_at timestamptz not null default clock_timestamp(),
  last_call_at timestamptz not null default clock_timestamp(),
  primary key (team_id, account_id)
);
