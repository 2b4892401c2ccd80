// `cairn serve`: the service until a signal ends it, drained: no request is cut, none is accepted.
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';

/** Runs until SIGTERM or SIGINT; a second signal ends at once. Faults of the configuration are printed and exit with 2. */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const read = readConfig(env);
  if ('faults' in read) {
    for (const fault of read.faults) process.stderr.write(`${fault}\n`);
    process.exit(2);
  }
  const app = await buildApp(read.config);
  await app.server.app.listen({ host: read.config.host, port: read.config.port });
  const stop = (signal: string): void => {
    app.logger.info({ signal }, 'draining');
    process.once(signal, () => process.exit(1));
    app.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', () => stop('SIGTERM'));
  process.once('SIGINT', () => stop('SIGINT'));
}
