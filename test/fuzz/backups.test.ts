// Restores archives of an embedded backup that are almost valid. The restore opens or refuses them, and the process
// survives.
import { readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { isRefusal } from '../../src/base/refusal.ts';
import { IN_MEMORY } from '../../src/storage/embedded/connection.ts';
import { openEmbedded } from '../../src/storage/embedded/embedded.ts';
import { sql } from '../../src/storage/sql.ts';
import { MUTATIONS, randomOf } from './mutations.ts';

/** Ways to damage an archive. */
const WAYS = 4;
/**
 * Each one opens a database, which takes a second: one per kind of damage in the suite, 400 archives with `npm run
 * fuzz`.
 */
const ARCHIVES = Math.max(WAYS, Math.floor(MUTATIONS / 250));
const BLOCK = 512;

/** Changes a few header bytes, cuts out a piece, cuts off the end, or renames entries to paths elsewhere. */
function mutated(archive: Buffer, seed: number): Buffer {
  const random = randomOf(seed);
  const copy = Buffer.from(archive);
  const block = (): number => Math.floor(random() * (copy.length / BLOCK)) * BLOCK;
  const way = seed % WAYS;
  if (way === 0) return copy.subarray(0, Math.floor(random() * copy.length));
  if (way === 1) return Buffer.concat([copy.subarray(0, block()), copy.subarray(block())]);
  if (way === 2)
    for (let count = 0; count < 200; count += 1) copy[block() + Math.floor(random() * 345)] = random() * 256;
  else copy.write('../../../../tmp/cairn-elsewhere\0', 0, 'latin1');
  return copy;
}

async function outcomeOf(archive: Buffer): Promise<unknown> {
  try {
    const database = await openEmbedded(IN_MEMORY, { dump: new Blob([Uint8Array.from(archive)]) });
    await database.row(sql`select 1 as one`).catch(() => undefined);
    await database.close().catch(() => undefined);
    return 'opened';
  } catch (thrown) {
    return isRefusal(thrown) ? 'refused' : thrown;
  }
}

test('opens or refuses a damaged archive, without an unhandled error', async () => {
  const archive = readFileSync(inject('migratedDump'));
  for (let seed = 0; seed < ARCHIVES; seed += 1)
    expect([seed, await outcomeOf(mutated(archive, seed))]).toEqual([
      seed,
      expect.stringMatching(/^(?:opened|refused)$/),
    ]);
}, 3_600_000);
