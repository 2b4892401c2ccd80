// `cairn serve`: the service until a signal ends it, drained: no request is cut, none is accepted.
import type { Server } from 'node:http';
import type { App } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import { noteLostConnection, openLogger } from '../log.ts';
import { RELEASE } from '../release.ts';
import { openDatabase } from '../storage/open-database.ts';

/**
 * Runs until SIGTERM or SIGINT; a second signal, later than an echo of the first, ends at once. Faults of the
 * configuration are printed and exit with 2, a port or a folder that somebody else holds with 1.
 */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const read = readConfig(env);
  if ('faults' in read) return leave(read.faults, 2);
  const app = await start(read.config).catch((thrown: Error) => leave([thrown.message], 1));
  const metrics = await openMetricsPort(app, read.config, env.CAIRN_METRICS_PORT !== undefined);
  const stop = (signal: string): void => {
    app.logger.info({ signal }, 'draining');
    setTimeout(() => {
      for (const again of ENDING) process.once(again, () => process.exit(1));
    }, ECHO_MS).unref();
    metrics?.close();
    app.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  let isStopping = false;
  for (const signal of ENDING)
    process.on(signal, () => {
      if (!isStopping) stop(signal);
      isStopping = true;
    });
}

const ENDING = ['SIGTERM', 'SIGINT'] as const;
/** Ctrl-C under `npm start` arrives twice, from the terminal and from npm: an echo is no second wish. */
const ECHO_MS = 500;

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
    throw new Error(whyNotListening(thrown, config));
  });
  app.logger.info({ url: config.publicUrl, release: RELEASE }, 'listening');
  void app.preparation.done.then(() => process.stdout.write(welcome));
  return app;
}

function whyNotListening(thrown: unknown, { host, port }: Config): string {
  const { code, message } = thrown as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Stop what listens there, or set PORT to another.`;
  if (code === 'EACCES') return `Port ${port} may not be opened by this user. Set PORT to one from 1024.`;
  return `CAIRN_HOST=${host} cannot be listened on: ${message}. Name an address of this machine, or 0.0.0.0 or :: for all.`;
}

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
