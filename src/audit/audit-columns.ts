// The CSV columns of an audit log.

import type { AuditEntry } from './audit-entry.ts';
import type { Column } from './export.ts';

/**
 * In the order of a sentence: when, what, who, to whom, before, after. Append new columns at the end, because programs
 * rely on the position of the existing ones.
 */
export const AUDIT_COLUMNS: readonly Column<AuditEntry>[] = [
  { heading: 'at', cell: (entry) => entry.at },
  { heading: 'kind', cell: (entry) => entry.kind },
  { heading: 'actor_kind', cell: (entry) => entry.actor.kind },
  { heading: 'actor_id', cell: (entry) => entry.actor.id },
  { heading: 'actor_name', cell: (entry) => entry.actor.name },
  { heading: 'subject_kind', cell: (entry) => entry.subject.kind },
  { heading: 'subject_id', cell: (entry) => entry.subject.id },
  { heading: 'subject_name', cell: (entry) => entry.subject.name },
  { heading: 'before', cell: (entry) => entry.before },
  { heading: 'after', cell: (entry) => entry.after },
  { heading: 'address', cell: (entry) => entry.actor.address },
  { heading: 'device', cell: (entry) => entry.actor.device },
  { heading: 'request_id', cell: (entry) => entry.request_id },
  { heading: 'id', cell: (entry) => entry.id },
  { heading: 'credential_kind', cell: (entry) => entry.actor.credential?.kind },
  { heading: 'credential_name', cell: (entry) => entry.actor.credential?.name },
];
