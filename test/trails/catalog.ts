// Fixtures of the trails room: a new workspace catalog, its people, and documents.
import type { By } from '../../src/audit/audit-log.ts';
import { newId } from '../../src/base/id.ts';
import type { Database } from '../../src/storage/database.ts';
import { sql } from '../../src/storage/sql.ts';
import type { TrailDocument } from '../../src/trails/document/document.ts';
import { KNOWN_PROVIDERS } from '../../src/trails/document/known-providers.ts';
import { createTrail } from '../../src/trails/editing/create-trail.ts';
import { publishTrail } from '../../src/trails/publication/publish.ts';
import type { TrailDetailRow } from '../../src/trails/trail-json.ts';
import { trailRules } from '../../src/trails/trail-rules.ts';

export const rules = trailRules(KNOWN_PROVIDERS, 'https://cairn.test/assets/');

export interface TestCatalog {
  readonly catalog_id: string;
  readonly owner_id: string;
  readonly by: By;
}

/** A separate workspace with an Owner. */
export async function newCatalog(database: Database): Promise<TestCatalog> {
  const catalog_id = newId();
  const owner_id = await newAccount(database, `owner-${catalog_id}@acme.test`, 'Olive Owner');
  await database.rows(sql`
    insert into teams (team_id, name, owner_id, plan) values (${catalog_id}, 'Acme', ${owner_id}, 'enterprise')`);
  await database.rows(sql`insert into catalogs (catalog_id, kind) values (${catalog_id}, 'team')`);
  await join(database, catalog_id, owner_id);
  return { catalog_id, owner_id, by: byOf(owner_id) };
}

export const byOf = (account_id: string): By => ({
  account_id,
  actor: { kind: 'person', id: account_id, name: 'Olive Owner' },
  request_id: 'test',
});

export async function newAccount(database: Database, email: string, name: string): Promise<string> {
  const account_id = newId();
  await database.rows(sql`insert into accounts (account_id, email, name) values (${account_id}, ${email}, ${name})`);
  return account_id;
}

export const join = (database: Database, teamId: string, accountId: string, status = 'active') =>
  database.rows(sql`insert into members (team_id, account_id, status) values (${teamId}, ${accountId}, ${status})`);

/** A document that publishes without errors. Its only advice is to run its examples. */
export const readyDocument = (title = 'Answer a refund request'): TrailDocument => ({
  title,
  target_role: 'Support agent',
  description: 'You answer a refund request in minutes; the AI drafts it from your policy.',
  tools: ['claude', 'chatgpt'],
  trigger: {
    when: 'A customer asks for money back.',
    keywords: ['refund', 'money back', 'return'],
    examples: [
      { text: 'Write a refund reply', expect: 'match' },
      { text: 'Customer wants their money back', expect: 'match' },
      { text: 'How do I answer this return request?', expect: 'match' },
      { text: 'Plan my holiday', expect: 'no_match' },
      { text: 'Fix this spreadsheet formula', expect: 'no_match' },
    ],
  },
  prompts: [{ label: 'Draft', body: 'Draft a reply to {{customer_name}} about {{order_id}}.', id: 'draft' }],
  setup_guide: 'Use the default mode.',
  feedback_enabled: true,
});

export const create = (database: Database, catalog: TestCatalog, document = readyDocument()): Promise<TrailDetailRow> =>
  database.inTransaction((tx) => createTrail(tx, catalog.catalog_id, document, catalog.by, rules));

export const publish = (database: Database, catalog: TestCatalog, trail: TrailDetailRow, note: string | null = null) =>
  database.inTransaction((tx) =>
    publishTrail(
      tx,
      catalog.catalog_id,
      { trail_id: trail.trail_id, revision: trail.revision, note },
      catalog.by,
      rules,
    ),
  );

export async function liveSeq(database: Database, catalogId: string): Promise<number> {
  const row = await database.row<{ live_seq: number }>(
    sql`select live_seq from catalogs where catalog_id = ${catalogId}`,
  );
  return row?.live_seq ?? -1;
}
