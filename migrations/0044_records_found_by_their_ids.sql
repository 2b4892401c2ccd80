-- An index of what an identity provider never sends holds only nulls, and is so small that a planner without statistics
-- took it for finding a record by its id, and read the whole connection. What is null is looked up by nobody.
alter table scim_user_records drop constraint scim_user_records_external_id;
drop index scim_user_records_email;
drop index scim_user_records_display_name;
create unique index scim_user_records_external_id on scim_user_records (team_id, external_id, connection_id)
  where external_id is not null;
create index scim_user_records_email on scim_user_records (team_id, email_key, connection_id)
  where email_key is not null;
create index scim_user_records_display_name on scim_user_records (team_id, display_name_key, connection_id)
  where display_name_key is not null;

alter table scim_group_records drop constraint scim_group_records_external_id;
create unique index scim_group_records_external_id on scim_group_records (team_id, external_id, connection_id)
  where external_id is not null;
