// A published trail that only the members of a group see.
import { newId } from '../../../../src/base/id.ts';
import { sql } from '../../../../src/storage/sql.ts';
import type { World } from '../../../support/world.ts';
import type { ScimConnection } from './connection.ts';

/** Returns the id of the trail "Answer a refund". */
export async function restrictedTrail({ app }: World, okta: ScimConnection, group: string): Promise<string> {
  const { database } = app;
  const trail_id = newId();
  await database.inTransaction(async (tx) => {
    await tx.rows(sql`
      insert into trails (catalog_id, trail_id, status, visibility, sort_order, document, title, target_role,
        description, tools, prompt_count, search_text, published_version, published_revision, published_at, last_version,
        grant_count)
      values (${okta.team_id}, ${trail_id}, 'live', 'restricted', 1, '{}', 'Answer a refund', 'Agent', 'It helps.',
        '[]', 0, 'answer a refund', 1, 1, now(), 1, 1)`);
    await tx.rows(sql`
      insert into trail_grants (catalog_id, trail_id, kind, grantee_id, reach)
      values (${okta.team_id}, ${trail_id}, 'group', ${group}, 'available')`);
  });
  return trail_id;
}
