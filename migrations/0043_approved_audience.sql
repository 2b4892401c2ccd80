-- An approval is for an audience too: a revision approved for a few people is not approved for everybody. Null: it was
-- given before this was asked, and counts for both.
alter table trail_approvals add column audience text
  constraint trail_approvals_audience check (audience in ('all_teams', 'restricted'));
