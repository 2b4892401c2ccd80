// SQL for the names that AI tools show: of a trail as a skill, and of its prompts as slash commands.
import type { Db, Tx } from '../../storage/database.ts';
import { sql } from '../../storage/sql.ts';

export interface StoredNames {
  readonly skill_name: string | null;
  /** JSON text: the name by prompt id. */
  readonly prompt_names: string;
}

/** The catalog's skill names that equal this base or start with it and a hyphen. */
export async function takenSkillNames(tx: Tx, catalogId: string, base: string): Promise<string[]> {
  const rows = await tx.rows<{ skill_name: string }>(sql`
    select skill_name from trails
    where catalog_id = ${catalogId} and (skill_name = ${base} or skill_name like ${`${base}-%`})`);
  return rows.map(({ skill_name }) => skill_name);
}

export const findNames = (db: Db, catalogId: string, trailId: string): Promise<StoredNames | undefined> =>
  db.row<StoredNames>(sql`
    select skill_name, prompt_names from trails where catalog_id = ${catalogId} and trail_id = ${trailId}`);

export const setNames = (tx: Tx, catalogId: string, trailId: string, { skill_name, prompt_names }: StoredNames) =>
  tx.rows<object>(sql`
    update trails set skill_name = ${skill_name}, prompt_names = ${prompt_names}
    where catalog_id = ${catalogId} and trail_id = ${trailId}`);
