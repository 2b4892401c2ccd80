#!/usr/bin/env node
// The command `cairn` in a process of its own.
import { RELEASE } from '../start/release.ts';
import type { Host } from './host.ts';
import { runCommand } from './program.ts';

const host: Host = {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  exitWith: (code) => {
    process.exitCode = code;
  },
  openDatabase: async (config) => (await import('../storage/open-database.ts')).openDatabase(config, () => undefined),
};

// A reader that has read enough (`| head`) is no failure; a disk that is full is one, and a key may have been lost.
process.stdout.on('error', (failure: NodeJS.ErrnoException) => {
  if (failure.code === 'EPIPE') return;
  process.stderr.write(`Standard output cannot be written: ${failure.message}.\n`);
  process.exitCode = 1;
});
process.stderr.on('error', () => undefined);

await runCommand(process.argv.slice(2), host, RELEASE);
