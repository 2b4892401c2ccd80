// Backups that the running service makes of itself, for operators.

import { resolve } from 'node:path';
import { Type } from '@sinclair/typebox';
import type { BackupManifest } from '../../backup/backup-files.ts';
import type { BackupSetting, Backups } from '../../backup/backups.ts';
import { HOUR_MS } from '../../base/clock.ts';
import { refuse } from '../../base/refusal.ts';
import { closed, Instant, Nullable } from '../../base/shape.ts';
import { ok } from '../../http/answers/answer.ts';
import { byOf, type ManageEndpoint, operation, routes } from '../session/session-endpoint.ts';

const Backup = Type.Object(
  {
    name: Type.String({ description: 'The folder below CAIRN_BACKUP_FOLDER.' }),
    made_at: Instant('What was committed before is in it.'),
    kind: Type.Union([Type.Literal('embedded'), Type.Literal('postgres')]),
    release: Type.String(),
    images: Type.Boolean({ description: 'Images of a folder are in it; those of a bucket are not.' }),
    bytes: Type.Integer({ description: 'Of the database.' }),
  },
  { $id: 'BackupResource', ...closed },
);
const BackupList = Type.Object(
  {
    is_kept: Type.Boolean({ description: 'Whether CAIRN_BACKUP_FOLDER is set, so that backups are made.' }),
    storage: Type.Union([Type.Literal('embedded'), Type.Literal('postgres')], {
      description: 'Of the running service: a backup is brought back into storage of its own kind.',
    }),
    schedule: Nullable(
      Type.Object(
        {
          folder: Type.String({ description: 'CAIRN_BACKUP_FOLDER, on the machine of the service.' }),
          every_hours: Type.Number({ description: 'CAIRN_BACKUP_HOURS: how old the last one may become.' }),
          keep: Type.Integer({ description: 'CAIRN_BACKUP_KEEP: how many stay.' }),
        },
        closed,
      ),
      { description: 'Null where no folder is set.' },
    ),
    under_way: Nullable(
      Type.Object(
        {
          since: Instant('When it began.'),
          bytes: Type.Integer({ description: 'Of the database, written so far.' }),
        },
        closed,
      ),
      { description: 'The one that the process which answers is making.' },
    ),
    items: Type.Array(Backup),
  },
  { $id: 'BackupList', ...closed },
);

const operators = { tag: 'Operators', needs: 'operator' } as const;

export interface BackupRouteDeps {
  /** Undefined where no folder is set. */
  readonly backups: Backups | undefined;
  /** Of the running service. */
  readonly storage: BackupManifest['kind'];
}

const listBackupsOperation = ({ backups, storage }: BackupRouteDeps) =>
  operation({
    ...operators,
    id: 'listBackups',
    summary: 'Backups that are kept',
    answers: { 200: { description: 'Newest first.', schema: BackupList } },
    refusals: [],
    async handle() {
      // First: one that ends between the two is then in the list.
      const underWay = await backups?.underWay();
      return ok({
        is_kept: backups !== undefined,
        storage,
        schedule: backups === undefined ? null : scheduleOf(backups.setting),
        under_way: underWay ?? null,
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
      'While the service runs. The embedded database answers nobody else while it is read, some hundred milliseconds ' +
      'for each hundred megabytes; a server is read by pg_dump, which holds up nobody. The oldest ones beyond ' +
      'CAIRN_BACKUP_KEEP are removed.',
    answers: { 201: { description: 'The backup.', schema: Backup } },
    refusals: ['conflict', 'unprocessable'],
    idempotent: false,
    async handle(call) {
      if (backups === undefined)
        throw refuse('unprocessable', 'No folder is set for backups. Start the service with CAIRN_BACKUP_FOLDER.');
      return { status: 201, headers: {}, body: await backups.make(byOf(call)) };
    },
  });

const scheduleOf = ({ folder, everyMs, keep }: BackupSetting) => ({
  folder: resolve(folder),
  every_hours: everyMs / HOUR_MS,
  keep,
});

export const backupEndpoints = (deps: BackupRouteDeps): ManageEndpoint[] =>
  routes({
    'GET /backups': listBackupsOperation(deps),
    'POST /backups': makeBackupOperation(deps),
  });
