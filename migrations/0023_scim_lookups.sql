-- Each way to find a record has an index that begins with what is looked up, right after the workspace. Behind the
-- connection, as before, indexes looked alike to a planner without statistics, which is what the first sync of an identity
-- provider meets: it took the first of them and read the whole connection. The rules themselves are the same.
alter table scim_user_records
  drop constraint scim_user_records_user_name,
  drop constraint scim_user_records_external_id,
  drop constraint scim_user_records_account,
  add constraint scim_user_records_user_name unique (team_id, user_name_key, connection_id),
  add constraint scim_user_records_external_id unique (team_id, external_id, connection_id),
  add constraint scim_user_records_account unique (team_id, account_id, connection_id);
drop index scim_user_records_member;
drop index scim_user_records_email;
drop index scim_user_records_display_name;
create index scim_user_records_email on scim_user_records (team_id, email_key, connection_id);
create index scim_user_records_display_name on scim_user_records (team_id, display_name_key, connection_id);

alter table scim_group_records
  drop constraint scim_group_records_external_id,
  add constraint scim_group_records_external_id unique (team_id, external_id, connection_id);
drop index scim_group_records_display_name;
create index scim_group_records_display_name on scim_group_records (team_id, display_name_key, connection_id);
