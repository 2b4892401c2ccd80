// SQL for the languages that people and their workspaces prefer.
import type { LanguageName } from '../../base/texts/language-names.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { sql } from '../../storage/sql.ts';

export interface PreferredLanguages {
  /** Null: the language of the browser. */
  readonly person: LanguageName | null;
  /** Null: English. Always null for an operator's session. */
  readonly workspace: LanguageName | null;
}

export async function preferredLanguages(
  db: Db,
  accountId: string,
  teamId: string | null,
): Promise<PreferredLanguages> {
  const found = await db.row<PreferredLanguages>(sql`
    select a.language as person, t.language as workspace
    from accounts a left join teams t on t.team_id = ${teamId}::uuid where a.account_id = ${accountId}`);
  return found ?? { person: null, workspace: null };
}

export async function setLanguage(tx: Tx, accountId: string, language: LanguageName | null): Promise<void> {
  await tx.rows(sql`update accounts set language = ${language} where account_id = ${accountId}`);
}
