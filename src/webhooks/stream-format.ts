// Formats audit entries for stream receivers: NDJSON (also for buckets), Splunk's HTTP event collector, OTLP logs as
// JSON.
import type { AuditEntry } from '../audit/audit-entry.ts';
import type { StreamFormat } from './audit-stream.ts';

export type StreamedEntry = AuditEntry & { readonly team_id: string };

export interface StreamBody {
  readonly contentType: string;
  readonly body: string;
}

const SOURCE = 'cairn';

/** The body of one request with all entries, in order. */
export const streamBody = (format: StreamFormat, entries: readonly StreamedEntry[]): StreamBody =>
  BODIES[format](entries);

const lines = (values: readonly object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

const ndjson = (entries: readonly StreamedEntry[]): StreamBody => ({
  contentType: 'application/x-ndjson',
  body: lines(entries),
});

const BODIES: Readonly<Record<StreamFormat, (entries: readonly StreamedEntry[]) => StreamBody>> = {
  ndjson,
  s3: ndjson,
  'splunk-hec': (entries) => ({
    contentType: 'application/json',
    body: lines(
      entries.map((event) => ({
        time: Date.parse(event.at) / 1_000,
        source: SOURCE,
        sourcetype: 'cairn:audit',
        event,
      })),
    ),
  }),
  otlp: (entries) => ({ contentType: 'application/json', body: JSON.stringify(otlpOf(entries)) }),
};

/** OTLP/HTTP 1.x, `POST /v1/logs` in the JSON encoding: 64-bit numbers are strings, and names are camelCase. */
const otlpOf = (entries: readonly StreamedEntry[]): object => ({
  resourceLogs: [
    {
      resource: { attributes: [attribute('service.name', SOURCE)] },
      scopeLogs: [{ scope: { name: 'cairn.audit' }, logRecords: entries.map(logRecord) }],
    },
  ],
});

const INFO = 9;

const logRecord = (entry: StreamedEntry): object => ({
  timeUnixNano: `${Date.parse(entry.at)}000000`,
  observedTimeUnixNano: `${Date.parse(entry.at)}000000`,
  severityNumber: INFO,
  severityText: 'INFO',
  eventName: entry.kind,
  body: { stringValue: JSON.stringify(entry) },
  attributes: [
    attribute('event.name', entry.kind),
    attribute('cairn.entry.id', entry.id),
    attribute('cairn.workspace.id', entry.team_id),
    attribute('cairn.actor.kind', entry.actor.kind),
    ...(entry.actor.id === null ? [] : [attribute('cairn.actor.id', entry.actor.id)]),
    attribute('cairn.subject.kind', entry.subject.kind),
    attribute('cairn.subject.id', entry.subject.id),
    ...(entry.request_id === null ? [] : [attribute('cairn.request.id', entry.request_id)]),
  ],
});

const attribute = (key: string, stringValue: string): object => ({ key, value: { stringValue } });
