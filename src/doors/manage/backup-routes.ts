// Backups of the running service, for operators.

import { resolve } from 'node:path';
import { Type } from '@sinclair/typebox';
import type { BackupManifest } from '../../backup/backup-files.ts';
import type { BackupSetting, Backups } from '../../backup/backups.ts';
import { HOUR_MS } from '../../base/clock.ts';
import { refuse } from '../../base/refusal.ts';
import { closed, Instant, Nullable } from '../../base/shape.ts';
import { ok } from '../../http/answers/answer.ts';
import { byOf, operation, routes } from '../session/session-endpoint.ts';

const Verification = Type.Object(
  {
    checked_at: Instant('The last time the files were compared with their checksums.'),
    state: Type.Union([Type.Literal('restorable'), Type.Literal('damaged'), Type.Literal('failed')], {
      description:
        '`restorable`: restored on the side. `damaged`: the files have changed. `failed`: the files are whole, but a ' +
        'restore on the side failed.',
    }),
    restored: Nullable(
      Type.Object(
        {
          tables: Type.Integer({ description: 'Tables in the restored database.' }),
          rows: Type.Integer({ description: 'Rows in all of them.' }),
          seconds: Type.Number({ description: 'How long the restore took.' }),
        },
        closed,
      ),
      { description: 'What the restore found; null if it failed.' },
    ),
    reason: Nullable(Type.String(), { description: 'Why it failed.' }),
  },
  closed,
);
const Backup = Type.Object(
  {
    name: Type.String({ description: 'The folder inside CAIRN_BACKUP_FOLDER.' }),
    made_at: Instant('The backup contains everything committed before this time.'),
    kind: Type.Union([Type.Literal('embedded'), Type.Literal('postgres')]),
    release: Type.String(),
    images: Type.Boolean({ description: 'Whether the backup contains images. Images in a bucket are not included.' }),
    bytes: Type.Integer({ description: 'Size of the database.' }),
    verification: Nullable(Verification, { description: 'Whether it can be restored; null before the first check.' }),
  },
  { $id: 'BackupResource', ...closed },
);
const BackupList = Type.Object(
  {
    is_kept: Type.Boolean({ description: 'Whether CAIRN_BACKUP_FOLDER is set, which turns backups on.' }),
    storage: Type.Union([Type.Literal('embedded'), Type.Literal('postgres')], {
      description: 'Storage of the running service. A backup can only be restored to the same kind.',
    }),
    schedule: Nullable(
      Type.Object(
        {
          folder: Type.String({ description: 'CAIRN_BACKUP_FOLDER, a path on the server.' }),
          every_hours: Type.Number({ description: 'CAIRN_BACKUP_HOURS: the maximum age of the latest backup.' }),
          keep: Type.Integer({ description: 'CAIRN_BACKUP_KEEP: how many backups to keep.' }),
        },
        closed,
      ),
      { description: 'Null if no folder is set.' },
    ),
    under_way: Nullable(
      Type.Object(
        {
          since: Instant('When the backup started.'),
          bytes: Type.Integer({ description: 'Bytes of the database written so far.' }),
        },
        closed,
      ),
      { description: 'The backup that the responding process is making.' },
    ),
    trouble: Nullable(
      Type.Object(
        {
          at: Instant('When the last scheduled backup failed.'),
          reason: Type.String({ description: 'Why it failed.' }),
        },
        closed,
      ),
      { description: 'Null if the last scheduled backup succeeded.' },
    ),
    items: Type.Array(Backup),
  },
  { $id: 'BackupList', ...closed },
);

const operators = { tag: 'Operators', needs: 'operator' } as const;

export interface BackupRouteDeps {
  /** Undefined if no folder is set. */
  readonly backups: Backups | undefined;
  /** Storage of the running service. */
  readonly storage: BackupManifest['kind'];
}

const listBackupsOperation = ({ backups, storage }: BackupRouteDeps) =>
  operation({
    ...operators,
    id: 'listBackups',
    summary: 'List backups',
    answers: { 200: { description: 'The backups, newest first.', schema: BackupList } },
    refusals: ['unprocessable'],
    async handle() {
      // Read this first, so that a backup that finishes in between appears in the list.
      const underWay = await backups?.underWay();
      return ok({
        is_kept: backups !== undefined,
        storage,
        schedule: backups === undefined ? null : scheduleOf(backups.setting),
        under_way: underWay ?? null,
        trouble: (await backups?.trouble()) ?? null,
        items: (await backups?.list()) ?? [],
      });
    },
  });

const makeBackupOperation = ({ backups }: BackupRouteDeps) =>
  operation({
    ...operators,
    id: 'makeBackup',
    summary: 'Make a backup now',
    description:
      'Runs while the service is up. The embedded database blocks other requests while it is copied, for some ' +
      'hundred milliseconds per hundred megabytes. On a PostgreSQL server, pg_dump blocks nothing. Then deletes ' +
      'the oldest backups, so that CAIRN_BACKUP_KEEP remain.',
    answers: { 201: { description: 'The backup.', schema: Backup } },
    refusals: ['conflict', 'unprocessable'],
    idempotent: false,
    async handle(call) {
      if (backups === undefined)
        throw refuse('unprocessable', 'Backups have no folder. Set CAIRN_BACKUP_FOLDER and restart the service.');
      return { status: 201, headers: {}, body: await backups.make(byOf(call)) };
    },
  });

const scheduleOf = ({ folder, everyMs, keep }: BackupSetting) => ({
  folder: resolve(folder),
  every_hours: everyMs / HOUR_MS,
  keep,
});

export const backupEndpoints = (deps: BackupRouteDeps) =>
  routes({
    'GET /backups': listBackupsOperation(deps),
    'POST /backups': makeBackupOperation(deps),
  });
