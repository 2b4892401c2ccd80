// An audit stream as its admins see it: shapes alone.
import { type Static, Type } from '@sinclair/typebox';
import { closed, Instant, Nullable, OneOf, Uri } from '../base/shape.ts';

export const STREAM_FORMATS = ['ndjson', 'splunk-hec', 'otlp', 's3'] as const;
export type StreamFormat = (typeof STREAM_FORMATS)[number];
export const MOST_AUDIT_STREAMS = 5;

export const AuditStream = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    url: Uri(),
    format: OneOf(STREAM_FORMATS),
    has_authorization: Type.Boolean({
      description: 'Whether requests are authorized, by a header or, of a bucket, by keys; neither is ever shown.',
    }),
    waiting: Type.Integer({ description: 'Entries that are still to be sent.' }),
    last_sent_at: Nullable(Instant('The last batch that was taken.')),
    failing_since: Nullable(Instant('Since when no batch was taken; null: the last one was.')),
    cause: Nullable(Type.String(), { description: 'Why the last batch was not taken, as a sentence.' }),
    created_at: Instant('When it was made. Entries from then on are streamed.'),
  },
  { $id: 'AuditStream', ...closed },
);
export type AuditStream = Static<typeof AuditStream>;
