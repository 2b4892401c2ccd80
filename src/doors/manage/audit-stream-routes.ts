// Audit streams: admins stream the entries of their workspace, operators those of the whole service.
import { Type } from '@sinclair/typebox';
import { closed, ids, Nullable, OneOf, TypedUrl } from '../../base/shape.ts';
import { noContentAfter, ok } from '../../http/answers/answer.ts';
import { AuditStream, STREAM_FORMATS } from '../../webhooks/audit-stream.ts';
import { changeStream, createStream, deleteStream, listStreams } from '../../webhooks/audit-streams.ts';
import { S3Keys } from '../../webhooks/s3-keys.ts';
import { LONGEST_NAME, MAX_URL_LENGTH } from '../../webhooks/webhook.ts';
import { byOf, catalogOf, operation, routes } from '../session/session-endpoint.ts';
import { type WebhookRouteDeps, webhookDepsOf } from './webhook-routes.ts';

const fields = {
  name: Type.String({ minLength: 1, maxLength: LONGEST_NAME, description: 'A name for the destination.' }),
  url: TypedUrl({ maxLength: MAX_URL_LENGTH, description: 'An https URL with a public address.' }),
  authorization: Type.Optional(
    Nullable(Type.String({ maxLength: 4_000 }), {
      description: 'The Authorization header, e.g. `Splunk …` or `Bearer …`. Stored encrypted and never returned.',
    }),
  ),
  s3: Type.Optional(S3Keys),
};
const NewStreamBody = Type.Object(
  {
    ...fields,
    format: OneOf(STREAM_FORMATS, {
      description:
        '`ndjson`: one entry per line; `splunk-hec`: Splunk’s HTTP Event Collector; `otlp`: OTLP logs as JSON; ' +
        '`s3`: one NDJSON object per batch, uploaded with the keys in `s3` to the bucket in `url`, ' +
        '`https://endpoint/bucket/prefix`.',
    }),
  },
  { $id: 'NewAuditStreamBody', ...closed },
);
const ChangeStreamBody = Type.Object(
  {
    name: Type.Optional(fields.name),
    url: Type.Optional(fields.url),
    authorization: fields.authorization,
    s3: fields.s3,
  },
  { $id: 'ChangeAuditStreamBody', ...closed },
);
const StreamList = Type.Object({ items: Type.Array(AuditStream) }, { $id: 'AuditStreamList', ...closed });

const params = ids('stream_id');
const common = { tag: 'Audit log', needs: 'catalog', idempotent: false } as const;

const listAuditStreamsOperation = operation({
  ...common,
  id: 'listAuditStreams',
  summary: 'List audit streams',
  answers: { 200: { description: 'The streams, without secrets.', schema: StreamList } },
  refusals: [],
  handle: async (call) => ok({ items: await listStreams(call.db, catalogOf(call)) }),
});

const createAuditStreamOperation = (deps: WebhookRouteDeps) =>
  operation({
    ...common,
    id: 'createAuditStream',
    summary: 'Start streaming the audit log',
    description:
      'Sends batches with retries until the receiver accepts them (at least once). Outside a workspace, streams the ' +
      'log of the whole service.',
    body: {
      schema: NewStreamBody,
      example: { name: 'SIEM', url: 'https://siem.example.com/cairn', format: 'ndjson', authorization: 'Bearer …' },
    },
    answers: { 201: { description: 'The stream.', schema: AuditStream } },
    refusals: ['validation', 'conflict'],
    async handle(call) {
      const { authorization = null, ...wanted } = await call.json(NewStreamBody);
      return call.commit(async (tx) => {
        const stream = { ...wanted, authorization };
        return {
          status: 201,
          body: await createStream(tx, catalogOf(call), stream, webhookDepsOf(deps), deps.clock(), byOf(call)),
        };
      });
    },
  });

const changeAuditStreamOperation = (deps: WebhookRouteDeps) =>
  operation({
    ...common,
    id: 'changeAuditStream',
    summary: 'Change a stream and retry its pending entries now',
    params,
    body: { schema: ChangeStreamBody, example: { name: 'Other SIEM' } },
    answers: { 200: { description: 'The stream.', schema: AuditStream } },
    refusals: ['validation', 'not-found'],
    async handle(call) {
      const change = await call.json(ChangeStreamBody);
      const { stream_id } = call.params;
      return call.commit(async (tx) =>
        ok(await changeStream(tx, catalogOf(call), stream_id, change, webhookDepsOf(deps), deps.clock(), byOf(call))),
      );
    },
  });

const deleteAuditStreamOperation = operation({
  ...common,
  id: 'deleteAuditStream',
  summary: 'Delete a stream',
  params,
  answers: { 204: { description: 'Streaming has stopped. Pending entries are discarded.' } },
  refusals: ['not-found'],
  handle: (call) => noContentAfter(call, (tx) => deleteStream(tx, catalogOf(call), call.params.stream_id, byOf(call))),
});

export const auditStreamEndpoints = (deps: WebhookRouteDeps) =>
  routes({
    'GET /audit/streams': listAuditStreamsOperation,
    'POST /audit/streams': createAuditStreamOperation(deps),
    'PATCH /audit/streams/:stream_id': changeAuditStreamOperation(deps),
    'DELETE /audit/streams/:stream_id': deleteAuditStreamOperation,
  });
