// One in twenty live trails gets the largest allowed document.
import type { Database } from '../../src/storage/database.ts';
import { DOCUMENT } from '../support/document.ts';

const WORDS =
  'customer refund parcel policy jacket order invoice meeting minutes summary reply draft budget plan'.split(' ');

/** Words of this many characters, different for each number. */
function text(n: number, characters: number): string {
  let [words, state] = ['', n + 1];
  while (words.length < characters) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    words += `${WORDS[state % WORDS.length]}${state % 97} `;
  }
  return words.slice(0, characters).trim();
}

/** Gives one in twenty trails of the workspace, and its published version, a document of about 380 kB. */
export async function enlarge(database: Database, teamId: string): Promise<void> {
  const document = {
    ...DOCUMENT,
    trigger: {
      ...DOCUMENT.trigger,
      keywords: Array.from({ length: 40 }, (_, n) => text(n, 60)),
      examples: Array.from({ length: 50 }, (_, n) => ({
        text: text(100 + n, 4_000),
        expect: n % 2 === 0 ? 'match' : 'no_match',
      })),
    },
    prompts: Array.from({ length: 20 }, (_, n) => ({ label: `Prompt ${n}`, body: text(200 + n, 8_000) })),
    setup_guide: text(300, 20_000),
  };
  const large = `'${JSON.stringify(document).replaceAll("'", "''")}'::json`;
  for (const table of ['trails', 'trail_versions'])
    await database.script(`
      update ${table} set document = ${large}
      where catalog_id = '${teamId}' and trail_id in (
        select trail_id from trails where catalog_id = '${teamId}' and status = 'live' and sort_order % 20 = 0)`);
}
