-- A sign-in link belongs to the activations that its person's memberships had when it was made, as sessions and grants do:
-- a deactivation ends it, also where the person is reactivated. Null: made by an earlier release, good as before.
alter table login_links add column activations bigint[];
