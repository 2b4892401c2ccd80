// Options for a process that lives for seconds. It spends half of its time compiling code that it does not run often
// enough to benefit from, above all the embedded database.
import { spawnSync } from 'node:child_process';

/**
 * Compiles WebAssembly functions on their first call. Frequently called functions are optimized, ten times as late as
 * usual.
 */
const OPTIONS = ['--wasm-lazy-compilation', '--wasm-tiering-budget=100000000', '--interrupt-budget=1000000'];
/** Optimized code pays off for the database of a process that runs many test files. A service uses 13,000,000. */
const OF_MANY_FILES = ['--wasm-lazy-compilation', '--wasm-tiering-budget=20000000', '--interrupt-budget=1000000'];

/** The options that this Node release knows for such a process. */
export const shortLived = (): string[] => known(OPTIONS);

/** The options for a process that runs test files one after the other for minutes. */
export const ofManyFiles = (): string[] => known(OF_MANY_FILES);

/** Removes options that this Node release does not know, because it would refuse to start. */
function known(options: readonly string[]): string[] {
  const { stdout } = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  return options.filter((option) => stdout.includes(`${option.split('=', 1)[0]} (`));
}
