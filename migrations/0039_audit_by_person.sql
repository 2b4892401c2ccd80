-- The audit log is asked for one person: who acted as well as who was acted on (audit_entries_subject).
create index audit_entries_actor on audit_entries (team_id, (actor ->> 'id'), entry_id desc);
