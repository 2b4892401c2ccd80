import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { Retried } from './test/support/retried.ts';
import { ofManyFiles } from './test/support/short-lived.ts';

// A machine of two cores is the smallest that runs the suite.
export default defineConfig({
  // How long each file took, beside what else is kept for the next run; outlives `npm ci`.
  cacheDir: '.cache',
  // The packages of this repository are tested as they are written, not as they were built last.
  resolve: { conditions: ['cairn-source'] },
  ssr: { resolve: { conditions: ['cairn-source', 'node'] } },
  test: {
    include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/left-as-found.ts', 'test/support/kept-engine.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for is there at once on a machine at rest; a busy one is given as long as a test has.
    expect: { poll: { timeout: 30_000 } },
    // CI retries a failed test once and lists it (retried.ts). The nightly run never retries.
    retry: process.env.CI === undefined || process.env.CAIRN_TEST_RETRY === 'off' ? 0 : 1,
    reporters: ['default', new Retried()],
    pool: 'forks',
    // Files share a process and its modules, databases (reused-database.ts) and browser, which are slow to begin.
    isolate: false,
    // One more than the smallest machine has cores: a worker often waits, for a page at rest or a receiver that is
    // silent.
    maxWorkers: Math.max(3, Math.min(4, availableParallelism())),
    execArgv: ofManyFiles(),
    sequence: { sequencer: LongestFirst },
    // What was transformed stays on disk for the next run: a run of one file spends a third of its processor time on
    // it.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/modules' },
    // The identity provider of the sign-in tests warns of its own test settings.
    onConsoleLog: (line) => !line.startsWith('oidc-provider'),
  },
});
