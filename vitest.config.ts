import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { Retried } from './test/support/retried.ts';
import { ofManyFiles } from './test/support/short-lived.ts';

// A machine of two cores is the smallest that runs the suite.
export default defineConfig({
  // How long each file took, next to the other files that are kept for the next run; survives `npm ci`.
  cacheDir: '.cache',
  // The packages of this repository are tested from their sources, not from their last build.
  resolve: { conditions: ['cairn-source'] },
  ssr: { resolve: { conditions: ['cairn-source', 'node'] } },
  test: {
    include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/left-as-found.ts', 'test/support/kept-engine.ts', 'test/support/held-statements.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // On an idle machine, expected results appear immediately; on a busy one, a test may wait as long as its own time
    // limit.
    expect: { poll: { timeout: 30_000 } },
    // CI retries a failed test once and lists it (retried.ts). The nightly run never retries.
    retry: process.env.CI === undefined || process.env.CAIRN_TEST_RETRY === 'off' ? 0 : 1,
    reporters: ['default', new Retried()],
    pool: 'forks',
    // Files share a process and its modules, databases (reused-database.ts) and browser, which are slow to start.
    isolate: false,
    // One more than the smallest machine has cores: a worker often waits, for an idle page or a receiver that does not
    // respond.
    maxWorkers: Math.max(3, Math.min(4, availableParallelism())),
    execArgv: ofManyFiles(),
    sequence: { sequencer: LongestFirst },
    // Transformed modules stay on disk for the next run: a run of one file spends a third of its processor time on
    // transforming them.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/modules' },
    // The identity provider of the sign-in tests logs warnings about its own test settings.
    onConsoleLog: (line) => !line.startsWith('oidc-provider'),
  },
});
