// PostgreSQL clusters for a single test: a primary and a streaming standby, if the server's programs are installed.
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = '/usr/lib/postgresql';
const newest = existsSync(ROOT) ? readdirSync(ROOT).sort((a, b) => Number(b) - Number(a))[0] : undefined;
const isRoot = userInfo().uid === 0;

/** False if `initdb` is missing, or no unprivileged user can run it. */
export const canMakeClusters =
  newest !== undefined &&
  existsSync(join(ROOT, newest, 'bin/initdb')) &&
  (!isRoot || spawnSync('id', ['postgres']).status === 0);

/** Runs a server program, never as root, which it refuses. */
function run(program: string, args: readonly string[]): void {
  const path = join(ROOT, newest ?? '', 'bin', program);
  const [command, before] = isRoot ? ['runuser', ['-u', 'postgres', '--', path]] : [path, []];
  execFileSync(command, [...before, ...args], { stdio: 'ignore', cwd: '/' });
}

export interface Cluster {
  readonly port: number;
  promote(): void;
  /** Stops immediately, like a power failure. */
  crash(): void;
}

export interface Clusters {
  /** `asksPasswords` requires passwords from everyone except the superuser `postgres`. */
  primary(port: number, asksPasswords?: boolean): Cluster;
  /** A standby that streams from the primary on this port. */
  standby(port: number, of: number): Cluster;
  remove(): void;
}

const ASKING = 'host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n';

export function clusters(): Clusters {
  const folder = temporaryFolder('clusters');
  if (isRoot) chownSync(folder, Number(idOf('-u')), Number(idOf('-g')));
  const started = new Set<string>();
  const start = (data: string, port: number): Cluster => {
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`;
    run('pg_ctl', ['-D', data, '-l', `${data}.log`, '-w', '-o', options, 'start']);
    started.add(data);
    return {
      port,
      promote: () => run('pg_ctl', ['-D', data, '-w', 'promote']),
      crash() {
        started.delete(data);
        run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
      },
    };
  };
  return {
    primary(port, asksPasswords = false) {
      const data = join(folder, 'primary');
      run('initdb', ['-D', data, '-A', 'trust', '-U', 'postgres', '--locale=C.UTF-8', '--encoding=UTF8', '--no-sync']);
      if (asksPasswords) writeFileSync(join(data, 'pg_hba.conf'), ASKING);
      return start(data, port);
    },
    standby(port, of) {
      const data = join(folder, 'standby');
      run('pg_basebackup', [
        '-h',
        '127.0.0.1',
        '-p',
        String(of),
        '-U',
        'postgres',
        '-D',
        data,
        '-R',
        '-c',
        'fast',
        '--no-sync',
      ]);
      return start(data, port);
    },
    remove() {
      for (const data of started) run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
    },
  };
}

const idOf = (flag: string): string => execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim();
