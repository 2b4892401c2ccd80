-- Approval: a catalog can ask for another person's word before a revision is published.
alter table catalogs add column approval_required boolean not null default false;

-- What was last asked and answered about a trail. It is about one revision: a later save needs another approval.
create table trail_approvals (
  catalog_id uuid not null,
  trail_id uuid not null,
  revision integer not null,
  state text not null constraint trail_approvals_state check (state in ('requested', 'approved', 'withdrawn')),
  requested_by uuid,
  requested_at timestamptz,
  note text,
  -- Who approved or withdrew, and their words.
  decided_by uuid,
  decided_at timestamptz,
  answer text,
  primary key (catalog_id, trail_id),
  foreign key (catalog_id, trail_id) references trails on delete cascade
);
