-- An account that belongs to others is no team's to take: the addition is an invitation, which the person accepts.
create table invitations (
  team_id uuid not null references teams on delete cascade,
  invitation_id uuid not null,
  email text not null,
  email_key text generated always as (lower(email)) stored,
  -- As whoever invites wrote it; nothing of the account.
  name text not null,
  roles text[] not null,
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (team_id, invitation_id),
  constraint invitations_email unique (team_id, email_key)
);
create index invitations_person on invitations (email_key);

-- Who was a member once: an account that only one team ever had counts as that team's.
create table former_members (
  team_id uuid not null,
  account_id uuid not null references accounts on delete cascade,
  primary key (team_id, account_id)
);
create index former_members_account on former_members (account_id);

insert into former_members (team_id, account_id)
select distinct e.team_id, a.account_id from audit_entries e join accounts a on a.account_id::text = e.subject ->> 'id'
where e.kind in ('team.member.added', 'team.member.linked', 'team.member.removed')
  and not exists (select from members m where m.team_id = e.team_id and m.account_id = a.account_id);
