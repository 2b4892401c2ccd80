// Adds the name of the API key or app to entries of the audit log, which contain only the credential's id.
import type { AuditEntry, AuditFilter } from '../../audit/audit-entry.ts';
import { isUuid } from '../../base/id.ts';
import { credentialIdsOf, credentialsById } from '../../credentials/api-credentials.ts';
import type { Db } from '../../storage/database.ts';

const isOfCredential = ({ actor }: AuditEntry): boolean => actor.kind === 'credential' && actor.id !== null;

/** Adds the actor's credential to each entry. Set-up links are not credentials. */
export async function withCredentials(
  db: Db,
  catalogId: string,
  entries: readonly AuditEntry[],
): Promise<AuditEntry[]> {
  const ids = entries.filter(isOfCredential).map(({ actor }) => String(actor.id));
  const byId = await credentialsById(db, catalogId, ids);
  return entries.map((entry) => {
    const found = isOfCredential(entry) ? byId.get(String(entry.actor.id)) : undefined;
    if (found === undefined) return entry;
    return { ...entry, actor: { ...entry.actor, credential: { kind: found.kind, name: found.name } } };
  });
}

/** Extends a filter by person to the actions of that person's keys and apps. */
export async function withTheirCredentials(db: Db, catalogId: string, filter: AuditFilter): Promise<AuditFilter> {
  const { person_id } = filter;
  if (person_id === undefined || !isUuid(person_id)) return filter;
  return { ...filter, credential_ids: await credentialIdsOf(db, catalogId, person_id) };
}
