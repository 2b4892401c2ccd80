-- What a request of an identity provider asked for and did not get although it was answered well: a list of sentences.
alter table provisioning_log add column warnings jsonb not null default '[]';
