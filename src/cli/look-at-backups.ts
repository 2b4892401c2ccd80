// Checks that the service can write backups: the folder, and `pg_dump` for a PostgreSQL server.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { toolVersion } from '../backup/postgres-tool.ts';
import { refuse } from '../base/refusal.ts';
import { requirePlace } from './finding.ts';

/** `server` is the PostgreSQL server's version, such as `16.4`; undefined if unknown. */
export async function lookAtBackups(given: string, server: string | undefined): Promise<string> {
  const folder = resolve(given);
  await requirePlace(folder);
  if (server !== undefined) await requireDump(server);
  return existsSync(folder) ? `${folder} can be written` : `${folder} is created by the first backup`;
}

/** pg_dump cannot dump servers that are newer than itself. */
async function requireDump(server: string): Promise<void> {
  const version = await toolVersion('pg_dump');
  if (Number.parseInt(version, 10) >= Number.parseInt(server, 10)) return;
  throw refuse(
    'conflict',
    `pg_dump has version ${version}, the server ${server}. Install client tools of the server's version.`,
  );
}
