import { join } from 'node:path';
import { type ConsoleFiles, readConsoleFiles } from '../../src/doors/console/console-files.ts';
import { type App, type AppOptions, buildApp } from '../../src/start/app.ts';
import { type Config, readConfig } from '../../src/start/config.ts';
import type { Database } from '../../src/storage/database.ts';
import { IN_MEMORY } from '../../src/storage/embedded/connection.ts';
import { migratedDatabase, openMigrated, POOLER } from './database.ts';
import { type DeclaredShapes, declaredShapes, type OpenApi } from './declared-shapes.ts';
import { type Speaker, speaker } from './speaker.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { type TestClock, testClock } from './test-clock.ts';
import {
  makeOperator,
  makeTeam,
  type TeamDeps,
  type TeamOptions,
  type TestPerson,
  type TestTeam,
} from './test-team.ts';

export interface World {
  /** Where the service listens, e.g. `http://127.0.0.1:40123`. */
  readonly address: string;
  /** What its absolute URLs start with; not the address, so that nothing is built from the Host header unnoticed. */
  readonly baseUrl: string;
  readonly config: Config;
  readonly app: App;
  readonly clock: TestClock;
  /** Someone without a credential. */
  readonly anyone: Speaker;
  /** Someone with that bearer token. */
  bearer(token: string): Speaker;
  /** A workspace of its own, with people and keys. */
  team(options?: TeamOptions): Promise<TestTeam>;
  /** An operator of the service, with a key of the service-wide catalog. */
  operator(): Promise<TestPerson>;
  /** A second process on the same storage; only where a server holds the database. */
  second(): Promise<World>;
  close(): Promise<void>;
}

/** What a test puts in the place of the world outside. */
export interface Outside extends Pick<AppOptions, 'resolveTxt' | 'tracing' | 'logger'> {
  /** Stands between the service and its embedded database. */
  readonly around?: (database: Database) => Database;
}

/**
 * Starts a service. `env` holds variables beside those that every test wants; buckets are wide unless it says
 * otherwise.
 */
export async function world(env: Readonly<Record<string, string>> = {}, outside: Outside = {}): Promise<World> {
  const { around = (opened: Database) => opened } = outside;
  const folder = temporaryFolder('world');
  const server = process.env.CAIRN_TEST_DATABASE_URL;
  const fresh =
    server === undefined || env.CAIRN_DATABASE_URL !== undefined ? undefined : await migratedDatabase(server);
  const config = configOf({
    CAIRN_PUBLIC_URL: 'https://cairn.test',
    CAIRN_DATABASE_URL: fresh?.url ?? `embedded:${IN_MEMORY}`,
    CAIRN_DATABASE_POOL: '8',
    CAIRN_DATABASE_PREPARE: POOLER === undefined ? 'on' : 'off',
    CAIRN_ASSETS: join(folder, 'assets'),
    CAIRN_DEMO: 'off',
    CAIRN_RATE_SCALE: '1000',
    CAIRN_METRICS_PORT: 'off',
    CAIRN_LOG_LEVEL: 'silent',
    ...env,
  });
  const database =
    config.database.kind === 'embedded' && config.database.folder === IN_MEMORY
      ? around(await openMigrated(outside.tracing))
      : undefined;
  return start(config, JSON.stringify(env), testClock(), database, outside, async () => fresh?.drop());
}

function configOf(env: Readonly<Record<string, string>>): Config {
  const read = readConfig(env);
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  return read.config;
}

/** `settings` are those of the test's own, as text. */
async function start(
  config: Config,
  settings: string,
  clock: TestClock,
  database: Database | undefined,
  outside: Outside,
  after: () => Promise<void>,
): Promise<World> {
  const app = await buildApp(config, {
    clock,
    readConsole,
    ...outside,
    ...(database === undefined ? {} : { database }),
  });
  await app.preparation.done;
  const port = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const address = `http://127.0.0.1:${port}`;
  const declared = await declaredAt(address, settings);
  const bearer = (token: string): Speaker => speaker(address, declared, { Authorization: `Bearer ${token}` });
  const deps: TeamDeps = { database: app.database, now: clock, speakerOf: bearer };
  return {
    address,
    baseUrl: config.publicUrl,
    config,
    app,
    clock,
    anyone: speaker(address, declared),
    bearer,
    team: (options) => makeTeam(deps, options),
    operator: () => makeOperator(deps),
    second: () => start(config, settings, clock, undefined, outside, async () => {}),
    async close() {
      await app.close();
      await after();
    },
  };
}

let consoleFiles: ConsoleFiles | undefined;

/** Hundreds of files, which take a third of the time that it takes to build a service. */
function readConsole(): ConsoleFiles | undefined {
  consoleFiles ??= readConsoleFiles();
  return consoleFiles;
}

/**
 * By the settings of a service: those with the same describe themselves alike, and a description takes as long as the
 * rest.
 */
const declaredWith = new Map<string, DeclaredShapes>();

async function declaredAt(address: string, settings: string): Promise<DeclaredShapes> {
  const declared = declaredWith.get(settings) ?? declaredShapes(await documentsAt(address));
  declaredWith.set(settings, declared);
  return declared;
}

/** Every OpenAPI document that the service has. */
async function documentsAt(address: string): Promise<OpenApi[]> {
  const answers = await Promise.all(['/openapi.json', '/manage/openapi.json'].map((path) => fetch(address + path)));
  return Promise.all(answers.filter(({ ok }) => ok).map(async (answer) => (await answer.json()) as OpenApi));
}
