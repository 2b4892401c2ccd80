// Checks that the service can write backups (the folder, and `pg_dump` for a PostgreSQL server) and that the newest one
// is recent and can be restored.
import { resolve } from 'node:path';
import { type Backup, listBackups } from '../backup/backups.ts';
import { runPostgresTool, toolVersion } from '../backup/postgres-tool.ts';
import { HOUR_MS } from '../base/clock.ts';
import { refuse } from '../base/refusal.ts';
import type { Config } from '../start/config.ts';
import { type Finding, failing, requirePlace } from './finding.ts';
import type { Host } from './host.ts';

const CHECK = 'backups';
/** A backup that is due may take an hour or have failed once. */
const LATE_MS = HOUR_MS;

/** `server` is the PostgreSQL server's version, such as `16.4`; undefined if unknown. */
export async function lookAtBackups(config: Config, host: Host, server: string | undefined): Promise<Finding[]> {
  const { backups: setting } = config;
  if (setting === undefined) return [];
  const folder = resolve(setting.folder);
  const written = await failing(CHECK, async () => {
    await requirePlace(folder);
    if (server !== undefined) await requireDump(config, host, server);
    return `${folder} can be written`;
  });
  if (written.state === 'failed') return [written];
  const kept = await listBackups(folder);
  const [newest] = kept;
  if (newest === undefined)
    return [{ check: CHECK, state: 'warning', detail: `${written.detail}, but contains no backup yet` }];
  const faults = [...lateness(newest, setting.everyMs), ...kept.flatMap(brokenness)];
  if (faults.length > 0) return [{ check: CHECK, state: 'failed', detail: faults.join(' ') }];
  const proof = newest.verification === null ? 'not checked yet' : 'restored on the side';
  return [{ ...written, detail: `${written.detail}; the newest one is from ${newest.made_at}, ${proof}` }];
}

function lateness({ made_at }: Backup, everyMs: number): readonly string[] {
  const age = Date.now() - Date.parse(made_at);
  const hours = Math.round(age / HOUR_MS);
  if (age < everyMs + LATE_MS) return [];
  return [`The newest backup is ${hours} hours old. Is the service running? Its log says why a backup failed.`];
}

const brokenness = ({ name, verification }: Backup): readonly string[] =>
  verification === null || verification.reason === null ? [] : [`${name} cannot be restored: ${verification.reason}`];

/** Dumps one table, because a server that the service can reach may still refuse pg_dump. */
async function requireDump(config: Config, host: Host, server: string): Promise<void> {
  const version = await toolVersion('pg_dump');
  if (Number.parseInt(version, 10) < Number.parseInt(server, 10))
    throw refuse(
      'conflict',
      `pg_dump has version ${version}, the server ${server}. Install client tools of the server's version.`,
    );
  if (config.database.kind === 'embedded') return;
  const { url } = config.database;
  const database = await host.openDatabase(config);
  try {
    const { silenceMs } = config.deadlines;
    await runPostgresTool('pg_dump', ONE_TABLE, { url, database, silenceMs });
  } finally {
    await database.close();
  }
}

const ONE_TABLE = ['--schema-only', '--table=schema_migrations', '--file=/dev/null'];
