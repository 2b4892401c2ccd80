// Whether a backup can be restored. Every check leaves a note next to the manifest.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from '../base/files.ts';
import { failureSentence } from '../base/refusal.ts';
import { type BackupManifest, readManifest } from './backup-files.ts';
import { requireSize, requireWhole } from './whole-backup.ts';

/** What a restore on the side found. */
export interface Restored {
  readonly tables: number;
  readonly rows: number;
  readonly seconds: number;
}

/** `damaged`: its files have changed. `failed`: its files are whole, but it could not be restored. */
export interface Verification {
  readonly checked_at: string;
  readonly state: 'restorable' | 'damaged' | 'failed';
  readonly restored: Restored | null;
  readonly reason: string | null;
}

/** Restores the backup in that folder on the side. */
export type RestoreAside = (folder: string, signal: AbortSignal) => Promise<Restored>;

const NOTE = 'cairn-check.json';

/** The result of the last check. A database that is missing or truncated is noticed at once. */
export async function verificationIn(folder: string, manifest: BackupManifest): Promise<Verification | undefined> {
  const noted = await ifThere(readFile(join(folder, NOTE), 'utf8'));
  try {
    await requireSize(manifest, folder);
  } catch (thrown) {
    return failedCheck('damaged', manifest.made_at, thrown);
  }
  try {
    return noted === undefined ? undefined : (JSON.parse(noted) as Verification);
  } catch {
    return undefined;
  }
}

/** Compares checksums, and restores the backup unless that succeeded before. Fails if `signal` aborts the restore. */
export async function verify(
  folder: string,
  now: Date,
  restore: RestoreAside,
  signal: AbortSignal,
): Promise<Verification> {
  const manifest = await readManifest(folder);
  const before = await verificationIn(folder, manifest);
  const verification = await check(folder, manifest, now.toISOString(), async () =>
    before?.state === 'restorable' && before.restored !== null ? before.restored : restore(folder, signal),
  );
  signal.throwIfAborted();
  await writeFile(join(folder, NOTE), `${JSON.stringify(verification, null, 2)}\n`);
  return verification;
}

async function check(
  folder: string,
  manifest: BackupManifest,
  checked_at: string,
  restore: () => Promise<Restored>,
): Promise<Verification> {
  try {
    await requireWhole(manifest, folder);
  } catch (thrown) {
    return failedCheck('damaged', checked_at, thrown);
  }
  try {
    return { checked_at, state: 'restorable', restored: await restore(), reason: null };
  } catch (thrown) {
    return failedCheck('failed', checked_at, thrown);
  }
}

const failedCheck = (state: 'damaged' | 'failed', checked_at: string, thrown: unknown): Verification => ({
  checked_at,
  state,
  restored: null,
  reason: failureSentence(thrown),
});
