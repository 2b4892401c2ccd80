import { join } from 'node:path';
import { type ConsoleFiles, readConsoleFiles } from '../../src/doors/console/console-files.ts';
import { type App, type AppOptions, buildApp } from '../../src/start/app.ts';
import { type Config, readConfig } from '../../src/start/config.ts';
import type { Database } from '../../src/storage/database.ts';
import { IN_MEMORY } from '../../src/storage/embedded/connection.ts';
import { cheapDeriver } from './cheap-deriver.ts';
import { migratedDatabase, openMigrated, POOLER } from './database.ts';
import { type DeclaredShapes, declaredShapes, type OpenApi } from './declared-shapes.ts';
import { OWN_MACHINE } from './own-machine.ts';
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
  /** The address that the service listens on, such as `http://127.0.0.1:40123`. */
  readonly address: string;
  /**
   * The prefix of its absolute URLs. It differs from the address, so that a test notices a URL that was built from the
   * Host header.
   */
  readonly baseUrl: string;
  readonly config: Config;
  readonly app: App;
  readonly clock: TestClock;
  /** A client without a credential. */
  readonly anyone: Speaker;
  /** A client with this bearer token. */
  bearer(token: string): Speaker;
  /** Creates a separate workspace with people and keys. */
  team(options?: TeamOptions): Promise<TestTeam>;
  /** Creates an operator of the service with a key for the service-wide catalog. */
  operator(): Promise<TestPerson>;
  /** Starts a second process on the same storage. This works only if a server holds the database. */
  second(): Promise<World>;
  close(): Promise<void>;
}

/** Replacements for the service's environment. */
export interface Outside
  extends Pick<AppOptions, 'readConsole' | 'languages' | 'resolveTxt' | 'tracing' | 'logger' | 'deriver'> {
  /** Wraps the embedded database that the service uses. */
  readonly around?: (database: Database) => Database;
}

/**
 * Starts a service. `env` adds variables to those that every test needs. Rate limits are generous unless it sets them.
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
    // Lets a service on this machine send requests to servers of the test.
    CAIRN_EGRESS_ALLOW: /^http:\/\/(?:localhost|127)/.test(env.CAIRN_PUBLIC_URL ?? '') ? OWN_MACHINE : '',
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

/** `settings` are the test's own settings, as text. */
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
    deriver: cheapDeriver,
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

/** Reads hundreds of files, which takes a third of the time that building a service takes. */
function readConsole(): ConsoleFiles | undefined {
  consoleFiles ??= readConsoleFiles();
  return consoleFiles;
}

/**
 * Keyed by the settings of a service. Services with the same settings have the same documents, and reading them takes
 * as long as everything else.
 */
const declaredWith = new Map<string, DeclaredShapes>();

async function declaredAt(address: string, settings: string): Promise<DeclaredShapes> {
  const declared = declaredWith.get(settings) ?? declaredShapes(await documentsAt(address));
  declaredWith.set(settings, declared);
  return declared;
}

/** All OpenAPI documents of the service. */
async function documentsAt(address: string): Promise<OpenApi[]> {
  const answers = await Promise.all(['/openapi.json', '/manage/openapi.json'].map((path) => fetch(address + path)));
  return Promise.all(answers.filter(({ ok }) => ok).map(async (answer) => (await answer.json()) as OpenApi));
}
