// The backups that a running service keeps in a folder: created on request and on a schedule, listed, and pruned.

import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type By, recordChange } from '../audit/audit-log.ts';
import { type Clock, DAY_MS } from '../base/clock.ts';
import { ifThere, makeFolder } from '../base/files.ts';
import { isRefusal, refuse } from '../base/refusal.ts';
import { t } from '../base/texts/t.ts';
import { SVC_CATALOG_ID } from '../directory/catalog.ts';
import { type BackupTrouble, backupTrouble } from '../storage/backup-trouble.ts';
import { reachDisk } from '../storage/reach-disk.ts';
import { type BackupManifest, databaseFile, readManifest } from './backup-files.ts';
import { type RestoreAside, type Verification, verificationIn, verify } from './verification.ts';
import { type BackupSource, writeBackup } from './write-backup.ts';

export interface Backup extends Pick<BackupManifest, 'made_at' | 'kind' | 'release' | 'images'> {
  /** The name of the backup's folder, which is the time of the backup: `2026-11-22T03-00-00Z`. */
  readonly name: string;
  /** The size of the database, without images. */
  readonly bytes: number;
  /** The result of the last check; null before the first one. */
  readonly verification: Verification | null;
}

/** Where backups are stored, the maximum age of the last one, and how many to keep. */
export interface BackupSetting {
  readonly folder: string;
  readonly everyMs: number;
  readonly keep: number;
}

export interface BackupUnderWay {
  readonly since: string;
  /** The size of the database written so far. */
  readonly bytes: number;
}

export interface Backups {
  readonly setting: BackupSetting;
  /** The backup that this process is creating. */
  underWay(): Promise<BackupUnderWay | undefined>;
  /** Newest first. Fails with `unprocessable` if the folder cannot be read. */
  list(): Promise<readonly Backup[]>;
  /** Why the last scheduled backup failed; undefined if it succeeded. */
  trouble(): Promise<BackupTrouble | undefined>;
  /** Checks a backup and notes the result next to it. Fails if the service stops. */
  verify(name: string, restore: RestoreAside): Promise<Verification>;
  /**
   * Creates a backup and removes the oldest ones, so that only the configured number remains. Fails with `conflict`
   * while another is being created, and with `unprocessable` if the folder is not writable.
   */
  make(by: By): Promise<Backup>;
  /** Aborts a backup in progress, and waits until it has ended. */
  stop(): Promise<void>;
}

/** Called if an old or partial backup could not be removed. */
export type NoteLeft = (name: string, thrown: unknown) => void;

/** Backups in the folder of `setting`. Other files there are not touched. */
export function backupsIn(
  setting: BackupSetting,
  source: BackupSource,
  clock: Clock,
  noteLeft: NoteLeft = () => undefined,
): Backups {
  const { folder, keep } = setting;
  const ending = new AbortController();
  let underWay: { readonly work: Promise<unknown>; readonly since: Date } | undefined;
  const list = (): Promise<Backup[]> => listBackups(folder);
  const make = async (by: By, now: Date): Promise<Backup> => {
    const made = await keepBackup({ folder, keep, source, now, signal: ending.signal, noteLeft });
    const { name } = made;
    const subject = { kind: 'backup', id: name, name };
    await source.database().inTransaction((tx) => recordChange(tx, SVC_CATALOG_ID, 'service.backup.made', subject, by));
    return made;
  };
  return {
    setting,
    list,
    async underWay() {
      if (underWay === undefined) return undefined;
      const { since } = underWay;
      const file = join(folder, attemptOf(nameAt(since)), databaseFile(source.storage.kind));
      const found = await stat(file).catch(() => undefined);
      return { since: since.toISOString(), bytes: found?.size ?? 0 };
    },
    async make(by) {
      if (underWay !== undefined) throw refuse('conflict', 'A backup is already in progress. Wait until it ends.');
      const since = new Date(clock());
      const work = make(by, since);
      underWay = { work, since };
      return work.finally(() => {
        underWay = undefined;
      });
    },
    trouble: () => backupTrouble(source.database()),
    verify: (name, restore) => verify(join(folder, name), new Date(clock()), restore, ending.signal),
    async stop() {
      ending.abort();
      await underWay?.work.catch(() => undefined);
    },
  };
}

export interface KeptBackup {
  readonly folder: string;
  readonly keep: number;
  readonly source: BackupSource;
  readonly now: Date;
  readonly signal?: AbortSignal;
  readonly noteLeft?: NoteLeft;
}

/** Writes a backup into the folder, and removes the oldest ones. Fails with `unprocessable` if it is not writable. */
export async function keepBackup(options: KeptBackup): Promise<Backup> {
  const { folder, keep, source, now, signal, noteLeft = () => undefined } = options;
  const name = nameAt(now);
  await forgetAttempts(folder, now, noteLeft);
  await writeAside(folder, name, (attempt) => writeBackup(source, attempt, now, signal)).catch((thrown: unknown) => {
    throw isRefusal(thrown) ? thrown : unwritten(folder, thrown);
  });
  const made = await backupAt(folder, name);
  if (made === undefined)
    throw refuse('conflict', t('The backup {name} was removed while it was being written.', { name }));
  for (const old of surplus(inOrderOfKeeping(await listBackups(folder), name), keep))
    await removeWhole(folder, old.name).catch((thrown: unknown) => noteLeft(old.name, thrown));
  return made;
}

/** The backups in the folder, newest first. Fails with `unprocessable` if it cannot be read. */
export async function listBackups(folder: string): Promise<Backup[]> {
  const found = await ifThere(readdir(folder)).catch((thrown: unknown) => {
    throw unread(folder, thrown);
  });
  const names = (found ?? []).filter((name) => NAME.test(name));
  const backups = await Promise.all(names.map((name) => backupAt(folder, name)));
  return backups.filter((each) => each !== undefined).sort((one, other) => (one.name < other.name ? 1 : -1));
}

const nameAt = (moment: Date): string => `${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
const attemptOf = (name: string): string => `.${name}.partial`;
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;
const ATTEMPT = /^\.\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.partial$/;

/**
 * That backup and older ones, newest first, followed by those with a later time. A later time means that the clock was
 * ahead then, or has been set back since. If these backups ranked first, no new backup would ever rank before them.
 */
const inOrderOfKeeping = (backups: readonly Backup[], name: string): readonly Backup[] => [
  ...backups.filter((each) => each.name <= name),
  ...backups.filter((each) => each.name > name),
];

/** The backups to remove. The newest one that was restored on the side stays, even if newer ones are damaged. */
function surplus(ordered: readonly Backup[], keep: number): readonly Backup[] {
  const proven = ordered.find(({ verification }) => verification?.state === 'restorable');
  return ordered.slice(keep).filter((old) => old !== proven);
}

/** An attempt that is older than any backup can take belongs to a process that has died. */
const ATTEMPT_MS = DAY_MS;

/** Writes next to the backups and moves the result at the end, so that a partial backup never looks complete. */
async function writeAside(folder: string, name: string, write: (attempt: string) => Promise<unknown>): Promise<void> {
  const attempt = join(folder, attemptOf(name));
  const isTaken = await stat(join(folder, name)).catch(() => undefined);
  if (isTaken !== undefined)
    throw refuse('conflict', t('The backup {name} already exists. Try again in a second.', { name }));
  await makeFolder(folder, 0o700);
  await mkdir(attempt, { mode: 0o700 });
  try {
    await write(attempt);
    await rename(attempt, join(folder, name));
    await reachDisk(folder);
  } catch (thrown) {
    await removeAll(attempt);
    throw thrown;
  }
}

async function forgetAttempts(folder: string, now: Date, noteLeft: NoteLeft): Promise<void> {
  for (const name of (await readdir(folder).catch(() => [])).filter((each) => ATTEMPT.test(each))) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found !== undefined && now.getTime() - found.mtimeMs > ATTEMPT_MS)
      await removeAll(join(folder, name)).catch((thrown: unknown) => noteLeft(name, thrown));
  }
}

/** Renames the backup to an attempt first, so that an interrupted removal is cleaned up like an attempt. */
async function removeWhole(folder: string, name: string): Promise<void> {
  const attempt = join(folder, attemptOf(name));
  await rename(join(folder, name), attempt);
  await removeAll(attempt);
}

const removeAll = (path: string): Promise<void> => rm(path, { recursive: true, force: true });

/** Undefined if a folder has such a name but is not a complete backup. */
async function backupAt(folder: string, name: string): Promise<Backup | undefined> {
  try {
    const manifest = await readManifest(join(folder, name));
    const { made_at, kind, release, images, bytes = 0 } = manifest;
    const verification = (await verificationIn(join(folder, name), manifest)) ?? null;
    return { name, made_at, kind, release, images, bytes, verification };
  } catch {
    return undefined;
  }
}

const unread = (folder: string, thrown: unknown): Error =>
  refuse(
    'unprocessable',
    t('The backups in {folder} cannot be read: {reason}. Check CAIRN_BACKUP_FOLDER.', {
      folder,
      reason: thrown instanceof Error ? thrown.message : t('no reason'),
    }),
  );

const unwritten = (folder: string, thrown: unknown): Error =>
  refuse(
    'unprocessable',
    t(
      'No backup could be written to {folder}: {reason}. CAIRN_BACKUP_FOLDER must be a folder that this process can ' +
        'write to, on a disk with free space.',
      { folder, reason: thrown instanceof Error ? thrown.message : t('no reason') },
    ),
  );
