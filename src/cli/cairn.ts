#!/usr/bin/env node
// Entry point of the `cairn` command.
import { outboundFetch } from '../egress/outbound.ts';
import { environmentReader } from '../start/environment.ts';
import { outboundOf } from '../start/outgoing-settings.ts';
import { RELEASE } from '../start/release.ts';
import { withSecretFiles } from '../start/secret-files.ts';
import type { Host } from './host.ts';
import { runCommand } from './program.ts';

const host: Host = {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  exitWith: (code) => {
    process.exitCode = code;
  },
  openDatabase: async (config) =>
    (await import('../storage/open-database.ts')).openDatabase(
      { ...config, connectionName: 'cairn command' },
      () => undefined,
    ),
};

// A closed pipe (`| head`) is not a failure. A full disk is one, because a printed key may be lost.
process.stdout.on('error', (failure: NodeJS.ErrnoException) => {
  if (failure.code === 'EPIPE') return;
  process.stderr.write(`Standard output cannot be written: ${failure.message}.\n`);
  process.exitCode = 1;
});
process.stderr.on('error', () => undefined);

// Commands for a remote service use the proxy and the authorities, too. Commands that read the configuration report
// what is wrong with these variables.
const outgoing = environmentReader(withSecretFiles(process.env, []), []);
globalThis.fetch = outboundFetch(outboundOf(outgoing, outgoing.text('CAIRN_CA_FILE', '') || undefined, []));

await runCommand(process.argv.slice(2), host, RELEASE);
