// Whether the service can keep backups of itself: a folder to write into and, for a server, the tool that reads it.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { toolVersion } from '../backup/postgres-tool.ts';
import { refuse } from '../base/refusal.ts';
import { requirePlace } from './finding.ts';

/** `server`: the version of the PostgreSQL server, such as `16.4`; undefined where none is read. */
export async function lookAtBackups(given: string, server: string | undefined): Promise<string> {
  const folder = resolve(given);
  await requirePlace(folder);
  if (server !== undefined) await requireDump(server);
  return existsSync(folder) ? `${folder} can be written` : `${folder} is made by the first backup`;
}

/** One that is older than the server refuses it. */
async function requireDump(server: string): Promise<void> {
  const version = await toolVersion('pg_dump');
  if (Number.parseInt(version, 10) >= Number.parseInt(server, 10)) return;
  throw refuse(
    'conflict',
    `pg_dump is ${version}, and the server ${server}: install the PostgreSQL client tools of the server's version.`,
  );
}
