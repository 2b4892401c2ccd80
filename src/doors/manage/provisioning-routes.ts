// The provisioning log of a connection, for administrators who investigate sync failures.
import { Type } from '@sinclair/typebox';
import type { Column } from '../../audit/export.ts';
import { DAY_MS } from '../../base/clock.ts';
import { Instant, ids, OneOf } from '../../base/shape.ts';
import { getConnection } from '../../directory/connections/connections.ts';
import { ok } from '../../http/answers/answer.ts';
import { allProvisioning, readProvisioning, summarizeProvisioning } from '../../provisioning/log/provisioning-log.ts';
import { ProvisioningEntry, ProvisioningSummary } from '../../provisioning/log/provisioning-request.ts';
import { declaredPage, PAGE_QUERY, pageAnswer, pageOf } from '../session/pages.ts';
import { type ManageDeps, operation, routes, teamOf } from '../session/session-endpoint.ts';
import { EXPORT_ANSWER, EXPORT_QUERY, exportAnswer } from './export-answer.ts';

const FILTER = {
  id: Type.Optional(
    Type.String({ format: 'uuid', description: 'Only the entry with this id, for links to one entry.' }),
  ),
  outcome: Type.Optional(OneOf(['ok', 'refused', 'failed'])),
  resource: Type.Optional(Type.String({ maxLength: 60, description: 'User, Group, or a discovery endpoint.' })),
  operation: Type.Optional(Type.String({ maxLength: 60 })),
  resource_id: Type.Optional(Type.String({ maxLength: 100 })),
  request_id: Type.Optional(Type.String({ maxLength: 128 })),
  q: Type.Optional(
    Type.String({ maxLength: 200, description: 'Part of the name, the explanation or the request id.' }),
  ),
  newer_than: Type.Optional(Type.String({ format: 'uuid', description: 'Only entries newer than this one.' })),
  from: Type.Optional(Instant('Only entries at or after this time.')),
  until: Type.Optional(Instant('Only entries before this time.')),
};

const params = ids('connection_id');
const common = { tag: 'Connections', needs: 'admin' } as const;

const listProvisioningOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'listProvisioning',
    mayLag: true,
    summary: "List the identity provider's requests, with reasons for refusals",
    description:
      'Newest first, each with the person or group involved. Secrets and personal values in requests are masked. ' +
      'Entries are kept for 30 days, or as configured.',
    params,
    query: Type.Object({ ...PAGE_QUERY, ...FILTER }),
    answers: { 200: declaredPage('A page of requests.', pageOf(ProvisioningEntry, 'ProvisioningList')) },
    refusals: ['bad-request', 'not-found'],
    async handle(call) {
      const { connection_id } = call.params;
      await getConnection(call.db, teamOf(call), connection_id);
      return pageAnswer(
        call,
        deps.cursorKeys(),
        (after: string | null, count) =>
          readProvisioning(call.db, teamOf(call), connection_id, call.query, after, count),
        ({ id }) => id,
      );
    },
  });

const summarizeProvisioningOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'summarizeProvisioning',
    mayLag: true,
    summary: 'Successes and refusals over time, and the most frequent causes',
    params,
    query: Type.Object({
      by: Type.Optional(OneOf(['hour', 'day'], { description: 'hour: the last 24 hours; day (default): 30 days.' })),
    }),
    answers: { 200: { description: 'The summary.', schema: ProvisioningSummary } },
    refusals: ['bad-request', 'not-found'],
    async handle(call) {
      const { connection_id } = call.params;
      const { by = 'day' } = call.query;
      await getConnection(call.db, teamOf(call), connection_id);
      const since = deps.clock() - (by === 'hour' ? DAY_MS : 30 * DAY_MS);
      return ok(await summarizeProvisioning(call.db, teamOf(call), connection_id, by, since));
    },
  });

const exportProvisioningOperation = operation({
  ...common,
  id: 'exportProvisioning',
  mayLag: true,
  summary: 'Download the provisioning log',
  params,
  query: Type.Object({ ...EXPORT_QUERY, ...FILTER }),
  answers: { 200: EXPORT_ANSWER },
  refusals: ['bad-request', 'not-found'],
  async handle(call) {
    const { connection_id } = call.params;
    const { format, ...filter } = call.query;
    await getConnection(call.db, teamOf(call), connection_id);
    const rows = allProvisioning(call.db, teamOf(call), connection_id, filter);
    return exportAnswer(rows, format, 'provisioning-log', COLUMNS);
  },
});

const COLUMNS: readonly Column<ProvisioningEntry>[] = (
  [
    'at',
    'operation',
    'resource',
    'resource_name',
    'resource_id',
    'outcome',
    'status',
    'scim_type',
    'explanation',
    'duration_ms',
    'request_id',
    'token_id',
    'request',
    'id',
  ] as const
).map((heading) => ({ heading, cell: (entry) => entry[heading] }));

export const provisioningEndpoints = (deps: ManageDeps) =>
  routes({
    'GET /connections/:connection_id/log': listProvisioningOperation(deps),
    'GET /connections/:connection_id/log/summary': summarizeProvisioningOperation(deps),
    'GET /connections/:connection_id/log/export': exportProvisioningOperation,
  });
