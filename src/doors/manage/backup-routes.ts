// Backups that the running service makes of itself, for operators.

import { Type } from '@sinclair/typebox';
import type { Backups } from '../../backup/backups.ts';
import { refuse } from '../../base/refusal.ts';
import { closed, Instant } from '../../base/shape.ts';
import { ok } from '../../http/answer.ts';
import { byOf, endpoint, type ManageEndpoint } from '../session/session-endpoint.ts';

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
    items: Type.Array(Backup),
  },
  { $id: 'BackupList', ...closed },
);

const operators = { tag: 'Operators', needs: 'operator' } as const;

/** `backups` is undefined where no folder is set. */
export const backupEndpoints = (backups: Backups | undefined): ManageEndpoint[] => [
  endpoint({
    ...operators,
    method: 'GET',
    path: '/backups',
    id: 'listBackups',
    summary: 'Backups that are kept',
    answers: { 200: { description: 'Newest first.', schema: BackupList } },
    refusals: [],
    handle: async () => ok({ is_kept: backups !== undefined, items: (await backups?.list()) ?? [] }),
  }),
  endpoint({
    ...operators,
    method: 'POST',
    path: '/backups',
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
  }),
];
