// `cairn serve`: runs the service until a signal, then drains: readiness fails, the port closes after
// CAIRN_DRAIN_DELAY_SECONDS, and running requests finish.
import cluster from 'node:cluster';
import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { endsWithin } from '../base/deadline.ts';
import { loggedIds, type Tracing } from '../base/tracing.ts';
import type { Metrics } from '../http/metrics/metrics.ts';
import type { App } from '../start/app.ts';
import { type Config, readConfig } from '../start/config.ts';
import { noteLostConnection, openLogger } from '../start/log.ts';
import { RELEASE } from '../start/release.ts';
import { openDatabase } from '../storage/open-database.ts';
import { ECHO_MS, ENDING } from './ending.ts';

/**
 * Runs until SIGTERM or SIGINT. A second signal (not an echo of the first) exits immediately. Exits with 2 for a faulty
 * configuration, and with 1 if the port or folder is in use.
 */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const read = readConfig(env);
  if ('faults' in read) return leave(read.faults, 2);
  const isMetricsPortSet = env.CAIRN_METRICS_PORT !== undefined;
  if (read.config.workers > 1 && cluster.isPrimary) return runAsWorkers(read.config, isMetricsPortSet);
  const app = await start(read.config).catch((thrown: Error) => leave([thrown.message], 1));
  const metrics = cluster.isWorker
    ? undefined
    : await openMetricsPort(read.config, app.metrics, app.logger, isMetricsPortSet);
  const { drainDelaySeconds, drainSeconds } = read.config;
  const stop = (why: object, exitCode: number): void => {
    // After an unhandled failure, accept no more requests.
    const delayMs = exitCode === 0 ? drainDelaySeconds * 1_000 : 0;
    app.logger.info(why, 'draining');
    setTimeout(() => {
      for (const again of ENDING) process.once(again, () => process.exit(1));
    }, ECHO_MS).unref();
    // If closing hangs, exit anyway.
    setTimeout(() => process.exit(1), delayMs + drainSeconds * 1_000 + CLOSE_MS).unref();
    metrics?.close();
    app.close(delayMs).then(
      (isDrained) => {
        if (!isDrained) app.logger.warn('requests were cut: CAIRN_DRAIN_SECONDS had passed');
        process.exit(exitCode);
      },
      () => process.exit(1),
    );
  };
  let isStopping = false;
  const stopOnce = (why: object, exitCode: number): void => {
    if (!isStopping) stop(why, exitCode);
    isStopping = true;
  };
  for (const signal of ENDING) process.on(signal, () => stopOnce({ signal }, 0));
  // After an unhandled failure the process state is unknown. Finish running requests, accept no new ones, and let the
  // supervisor restart the process.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (thrown: unknown) => {
      app.logger.fatal({ err: thrown, event }, 'unhandled failure: draining and exiting');
      stopOnce({ event }, 1);
    });
}

/** This process serves the metrics of all workers. */
async function runAsWorkers(config: Config, isMetricsPortSet: boolean): Promise<never> {
  const [{ runWorkers }, { workersMetrics }] = await Promise.all([
    import('./workers.ts'),
    import('../http/metrics/metrics.ts'),
  ]);
  const logger = openLogger(config.logLevel);
  await openMetricsPort(config, workersMetrics(), logger, isMetricsPortSet);
  const log = (details: object, sentence: string): void => logger.error(details, sentence);
  const code = await runWorkers({ count: config.workers, log });
  process.exit(code);
}

/**
 * A worker accepts no requests before its database is ready. If all workers are still waiting, clients get a response
 * anyway.
 */
const PREPARED_MS = 10_000;
/** Time for closing the storage after the drain. */
const CLOSE_MS = 10_000;

async function start(config: Config): Promise<App> {
  let welcome = '';
  const { logger, tracing } = await openLogAndTraces(config);
  // The database opens while the rest of the program loads.
  const database = openDatabase(config, noteLostConnection(logger), tracing);
  database.catch(() => undefined); // `buildApp` awaits it and reports the error.
  const [{ buildApp }, { welcomeText }] = await Promise.all([import('../start/app.ts'), import('../demo/welcome.ts')]);
  const app = await buildApp(config, {
    logger,
    database,
    tracing,
    welcome: (demo) => {
      welcome = welcomeText(config.publicUrl, demo);
    },
  });
  if (cluster.isWorker) await endsWithin(PREPARED_MS, app.preparation.done);
  await app.server.listen({ host: config.host, port: config.port }).catch(async (thrown: unknown) => {
    await app.close(); // After an unclean close, the database takes longer to open.
    throw new Error(whyNotListening(thrown, config));
  });
  app.logger.info({ url: config.publicUrl, release: RELEASE }, 'listening');
  const { ignoredVariables: variables } = config;
  if (variables.length > 0)
    app.logger.warn({ variables }, 'these variables do not exist in this release; they are ignored');
  void app.preparation.done.then(() => process.stdout.write(welcome));
  return app;
}

/** With tracing, the log lines of a request contain its span. */
async function openLogAndTraces(config: Config): Promise<{ readonly logger: Logger; readonly tracing?: Tracing }> {
  if (config.tracing === undefined) return { logger: openLogger(config.logLevel) };
  let tracing: Tracing | undefined;
  const logger = openLogger(config.logLevel, () => loggedIds(tracing?.active()));
  const { openTracing } = await import('../start/open-tracing.ts');
  tracing = await openTracing(config.tracing, logger, config.outbound);
  return { logger, tracing };
}

function whyNotListening(thrown: unknown, { host, port }: Config): string {
  const { code, message } = thrown as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Stop the program that uses it, or set PORT to another.`;
  if (code === 'EACCES') return `This user cannot open port ${port}. Set PORT to 1024 or higher.`;
  return (
    `Cannot listen on CAIRN_HOST=${host}: ${message}. Use an address of this machine, or 0.0.0.0 or :: for all ` +
    `addresses.`
  );
}

/** Another Cairn process may already use the default port. That deserves a warning, but is no reason to exit. */
async function openMetricsPort(
  { metrics }: Config,
  figures: Pick<Metrics, 'text'>,
  logger: Logger,
  isWanted: boolean,
): Promise<Server | undefined> {
  if (metrics === undefined) return undefined;
  const { serveMetrics } = await import('../http/metrics/serve-metrics.ts');
  try {
    return await serveMetrics(figures, metrics);
  } catch (thrown) {
    const sentence =
      `The metrics port ${metrics.port} cannot be opened: ${(thrown as Error).message}. Set ` +
      `CAIRN_METRICS_PORT to a free port or to off.`;
    if (isWanted) return leave([sentence], 1);
    logger.warn(sentence);
    return undefined;
  }
}

function leave(lines: readonly string[], code: number): never {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exit(code);
}
