// The audit log of the session's workspace, or for an operator outside of one that of the service.

import { Type } from '@sinclair/typebox';
import { AUDIT_COLUMNS } from '../../audit/audit-columns.ts';
import { AuditEntry } from '../../audit/audit-entry.ts';
import { allAudit, type Completion, readAudit } from '../../audit/read-audit.ts';
import { Instant } from '../../base/shape.ts';
import { PAGE_QUERY, pageAnswer, pageOf } from '../session/pages.ts';
import { catalogOf, type ManageDeps, type ManageEndpoint, operation, routes } from '../session/session-endpoint.ts';
import { withCredentials, withTheirCredentials } from './acting-credentials.ts';
import { EXPORT_ANSWER, EXPORT_QUERY, exportAnswer } from './export-answer.ts';

const FILTER = {
  id: Type.Optional(Type.String({ format: 'uuid', description: 'Only that entry: what a link leads to.' })),
  kind: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'A kind, or the stem of several: `team.group` finds `team.group.linked`.',
    }),
  ),
  actor_id: Type.Optional(Type.String({ maxLength: 100 })),
  subject_id: Type.Optional(Type.String({ maxLength: 100 })),
  person_id: Type.Optional(
    Type.String({ 'x-format': 'uuid', maxLength: 100, description: 'Who acted or was acted on.' }),
  ),
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Words of the entry, in any order and case.' })),
  from: Type.Optional(Instant('Entries of this moment and later.')),
  until: Type.Optional(Instant('Entries before this moment.')),
};
const common = { tag: 'Audit log', needs: 'catalog' } as const;

const listAuditOperation = (deps: ManageDeps) =>
  operation({
    ...common,
    id: 'listAudit',
    mayLag: true,
    summary: 'What happened, newest first',
    query: Type.Object({ ...PAGE_QUERY, ...FILTER }),
    answers: { 200: { description: 'A page of entries.', schema: pageOf(AuditEntry, 'AuditList') } },
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
  summary: 'The audit log as a file',
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

export const auditEndpoints = (deps: ManageDeps): ManageEndpoint[] =>
  routes({
    'GET /audit': listAuditOperation(deps),
    'GET /audit/export': exportAuditOperation,
  });
