// The shape of an audit stream for admins.
import { type Static, Type } from '@sinclair/typebox';
import { closed, Instant, Nullable, OneOf, Uri } from '../base/shape.ts';

export const STREAM_FORMATS = ['ndjson', 'splunk-hec', 'otlp', 's3'] as const;
export type StreamFormat = (typeof STREAM_FORMATS)[number];
export const MAX_AUDIT_STREAMS = 5;

export const AuditStream = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    url: Uri(),
    format: OneOf(STREAM_FORMATS),
    has_authorization: Type.Boolean({
      description:
        'Whether requests are authorized, with a header or with the keys of a bucket. These are never shown.',
    }),
    waiting: Type.Integer({ description: 'Entries that have not been sent yet.' }),
    last_sent_at: Nullable(Instant('When the last batch was accepted.')),
    failing_since: Nullable(Instant('Since when batches have failed; null if the last one was accepted.')),
    cause: Nullable(Type.String(), { description: 'Why the last batch failed, as a sentence.' }),
    created_at: Instant('When it was created. Later entries are streamed.'),
  },
  { $id: 'AuditStream', ...closed },
);
export type AuditStream = Static<typeof AuditStream>;
