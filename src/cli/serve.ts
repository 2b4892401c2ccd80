// `cairn serve`: the service until a signal ends it, drained: no request is cut, none is accepted.
import type { Server } from 'node:http';
import type { App } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import { noteLostConnection, openLogger } from '../log.ts';
import { RELEASE } from '../release.ts';
import { openDatabase } from '../storage/open-database.ts';

/**
 * Runs until SIGTERM or SIGINT; a second signal ends at once. Faults of the configuration are printed and exit with 2,
 * a port or a folder that somebody else holds with 1.
 */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const read = readConfig(env);
  if ('faults' in read) return leave(read.faults, 2);
  const app = await start(read.config).catch((thrown: Error) => leave([thrown.message], 1));
  const metrics = await openMetricsPort(app, read.config, env.CAIRN_METRICS_PORT !== undefined);
  const stop = (signal: string): void => {
    app.logger.info({ signal }, 'draining');
    process.once('SIGTERM', () => process.exit(1));
    process.once('SIGINT', () => process.exit(1));
    metrics?.close();
    app.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', () => stop('SIGTERM'));
  process.once('SIGINT', () => stop('SIGINT'));
}

async function start(config: Config): Promise<App> {
  let welcome = '';
  const logger = openLogger(config.logLevel);
  // The database opens while the rest of the program is read and put together.
  const database = openDatabase(config, noteLostConnection(logger));
  database.catch(() => undefined); // Told where it is awaited.
  const [{ buildApp }, { welcomeText }] = await Promise.all([import('../app.ts'), import('../demo/welcome.ts')]);
  const app = await buildApp(config, {
    logger,
    database,
    welcome: (demo) => {
      welcome = welcomeText(config.publicUrl, demo);
    },
  });
  await app.server.app.listen({ host: config.host, port: config.port }).catch(async (thrown: unknown) => {
    await app.close(); // A database that was not closed takes longer to open again.
    throw isTaken(thrown)
      ? new Error(`Port ${config.port} is taken. Stop what listens there, or set PORT to another.`)
      : thrown;
  });
  app.logger.info({ url: config.publicUrl, release: RELEASE }, 'listening');
  void app.preparation.done.then(() => process.stdout.write(welcome));
  return app;
}

const isTaken = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'EADDRINUSE';

/** A port that nobody asked for by name may be taken by another process of ours: worth a line, no reason to end. */
async function openMetricsPort(app: App, { metrics }: Config, isWanted: boolean): Promise<Server | undefined> {
  if (metrics === undefined) return undefined;
  const { serveMetrics } = await import('../http/metrics.ts');
  try {
    return await serveMetrics(app.metrics, metrics.host, metrics.port);
  } catch (thrown) {
    const sentence = `The metrics port ${metrics.port} cannot be opened: ${(thrown as Error).message}. Set CAIRN_METRICS_PORT to a free port or to off.`;
    if (isWanted) return leave([sentence], 1);
    app.logger.warn(sentence);
    return undefined;
  }
}

function leave(lines: readonly string[], code: number): never {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exit(code);
}
