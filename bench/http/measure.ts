// Measures each operation in three ways: Cairn over HTTP, a bare server that sends the same bytes, and the bare SQL
// through the same driver.
import type { Database, Db } from '../../src/storage/database.ts';
import { built } from '../support/built.ts';
import { BY_BENCH } from '../support/by-bench.ts';
import { DOCUMENT } from '../support/document.ts';
import { type Cost, fireAt, type Rate, repeat, type Shot } from '../support/load.ts';
import { type Subject, startRaw } from '../support/processes.ts';
import { rulesOf, type Seeded } from '../support/seed.ts';

export interface Row {
  readonly operation: string;
  readonly cairn: Cost;
  readonly raw: Cost;
  readonly sql?: Rate;
}

/** Measures one operation over HTTP, and the bare server that sends the same response. */
export async function overHttp(operation: string, { processorMs }: Subject, shot: Shot, seconds: number): Promise<Row> {
  const { method = 'GET', headers, body } = shot;
  // Uncompressed, as under load, so that the bare server sends the same bytes.
  const asked = { ...headers, 'accept-encoding': 'identity' };
  const answer = await fetch(shot.url, { method, headers: asked, ...(body === undefined ? {} : { body }) });
  const text = await answer.text();
  if (answer.status >= 400) throw new Error(`${operation}: ${answer.status} ${text}`);
  const cairn = await fireAt(processorMs, shot, seconds);
  const same = Object.fromEntries([...answer.headers].filter(([name]) => !HOP.has(name)));
  const bare = await startRaw({ status: answer.status, headers: same, body: text });
  const raw = await fireAt(bare.processorMs, { ...shot, url: bare.address }, seconds);
  await bare.stop();
  return { operation, cairn, raw };
}

const HOP = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);

export interface Statements {
  readonly get: Rate;
  readonly list: Rate;
  readonly save: Rate;
}

/**
 * The statements of these operations, without HTTP and without checks. Each save commits separately, as in a program
 * that uses the database directly.
 */
export async function bareSql(
  database: Database,
  { team_id, trail_ids }: Seeded,
  seconds: number,
): Promise<Statements> {
  const reads = await built<typeof import('../../src/trails/trail-read-store.ts')>('trails/trail-read-store.js');
  const writes = await built<typeof import('../../src/trails/trail-write-store.ts')>('trails/trail-write-store.js');
  const { storedDraft } = await built<typeof import('../../src/trails/editing/stored-draft.ts')>(
    'trails/editing/stored-draft.js',
  );
  const draft = storedDraft(DOCUMENT, undefined, (await rulesOf()).rules);
  let turn = 0;
  const next = (): string => {
    turn += 1;
    return trail_ids[turn % trail_ids.length] ?? '';
  };
  const { sql } = await built<typeof import('../../src/storage/sql.ts')>('storage/sql.js');
  const page = sql`
    select ${reads.trailColumns} from trails t ${reads.withCreator} where t.catalog_id = ${team_id}
    order by t.updated_at desc, t.trail_id desc limit 26`;
  const save = async (db: Db): Promise<void> => {
    const read = await reads.findDraft(db, team_id, next());
    if (read !== undefined) await writes.saveRevision(db, team_id, { ...read, draft, by: BY_BENCH, action: 'edit' });
  };
  // On embedded storage, ordinary transactions share a commit (storage/embedded/group-commit.ts).
  const saveAlone = (): Promise<void> =>
    database.takesTurns ? database.inTransaction(save, { isPatient: true }) : save(database);
  return {
    get: await repeat(() => reads.findTrail(database, team_id, next()), seconds),
    list: await repeat(() => database.rows(page), seconds),
    save: await repeat(saveAlone, seconds),
  };
}
