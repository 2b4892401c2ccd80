-- Audit streams may end in an S3 bucket: the keys stand, sealed, where the Authorization header stands.
alter table audit_streams drop constraint audit_streams_format;
alter table audit_streams add constraint audit_streams_format
  check (format in ('ndjson', 'splunk-hec', 'otlp', 's3'));
