// With which API key or app somebody acted: entries of the audit log name a credential by its id.
import type { AuditEntry, AuditFilter } from '../../audit/audit-entry.ts';
import { isUuid } from '../../base/id.ts';
import { credentialIdsOf, credentialsById } from '../../credentials/api-credentials.ts';
import type { Db } from '../../storage/database.ts';

const isOfCredential = ({ actor }: AuditEntry): boolean => actor.kind === 'credential' && actor.id !== null;

/** The entries, each with the credential that its actor used; a set-up link is none. */
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

/** The filter: where it names a person, with what that person's keys and apps did. */
export async function withTheirCredentials(db: Db, catalogId: string, filter: AuditFilter): Promise<AuditFilter> {
  const { person_id } = filter;
  if (person_id === undefined || !isUuid(person_id)) return filter;
  return { ...filter, credential_ids: await credentialIdsOf(db, catalogId, person_id) };
}
