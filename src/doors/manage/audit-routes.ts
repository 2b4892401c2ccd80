// The audit log of the session's workspace, or of the service for an operator without a workspace.

import { Type } from '@sinclair/typebox';
import { AUDIT_COLUMNS } from '../../audit/audit-columns.ts';
import { AuditEntry } from '../../audit/audit-entry.ts';
import { allAudit, type Completion, readAudit } from '../../audit/read-audit.ts';
import { Instant } from '../../base/shape.ts';
import { declaredPage, PAGE_QUERY, pageAnswer, pageOf } from '../session/pages.ts';
import { catalogOf, type ManageDeps, operation, routes } from '../session/session-endpoint.ts';
import { withCredentials, withTheirCredentials } from './acting-credentials.ts';
import { EXPORT_ANSWER, EXPORT_QUERY, exportAnswer } from './export-answer.ts';

const FILTER = {
  id: Type.Optional(
    Type.String({ format: 'uuid', description: 'Only the entry with this id, for links to one entry.' }),
  ),
  kind: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'An event type, or a prefix that matches several: `team.group` finds `team.group.linked`.',
    }),
  ),
  actor_id: Type.Optional(Type.String({ maxLength: 100 })),
  subject_id: Type.Optional(Type.String({ maxLength: 100 })),
  person_id: Type.Optional(
    Type.String({ 'x-format': 'uuid', maxLength: 100, description: 'The actor or the person acted on.' }),
  ),
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Words in the entry, in any order, case-insensitive.' })),
  from: Type.Optional(Instant('Only entries at or after this time.')),
  until: Type.Optional(Instant('Only entries before this time.')),
};
const common = { tag: 'Audit log', needs: 'catalog' } as const;

const listAuditOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'listAudit',
    mayLag: true,
    summary: 'List audit events, newest first',
    query: Type.Object({ ...PAGE_QUERY, ...FILTER }),
    answers: { 200: declaredPage('A page of entries.', pageOf(AuditEntry, 'AuditList')) },
    refusals: ['bad-request'],
    handle: (call) =>
      pageAnswer(
        call,
        deps.cursorKeys(),
        async (after: string | null, limit) => {
          const filter = await withTheirCredentials(call.db, catalogOf(call), call.query);
          const entries = await readAudit(call.db, catalogOf(call), filter, { after, limit });
          return withCredentials(call.db, catalogOf(call), entries);
        },
        ({ id }) => id,
      ),
  });

const exportAuditOperation = operation({
  ...common,
  id: 'exportAudit',
  mayLag: true,
  summary: 'Download the audit log',
  query: Type.Object({ ...EXPORT_QUERY, ...FILTER }),
  answers: { 200: EXPORT_ANSWER },
  refusals: ['bad-request'],
  async handle(call) {
    const { format, ...query } = call.query;
    const catalogId = catalogOf(call);
    const filter = await withTheirCredentials(call.db, catalogId, query);
    const named: Completion = (entries) => withCredentials(call.db, catalogId, entries);
    return exportAnswer(allAudit(call.db, catalogId, filter, named), format, 'audit-log', AUDIT_COLUMNS);
  },
});

export const auditEndpoints = (deps: ManageDeps) =>
  routes({
    'GET /audit': listAuditOperation(deps),
    'GET /audit/export': exportAuditOperation,
  });
