// A process that lives for seconds: half of what one uses is compiling what it will not run often enough to gain by it,
// the embedded database most of all.
import { spawnSync } from 'node:child_process';

/**
 * Functions of WebAssembly are compiled when they are called; what runs hot is optimised, ten times as late as usual.
 */
const OPTIONS = ['--wasm-lazy-compilation', '--wasm-tiering-budget=100000000', '--interrupt-budget=1000000'];
/** The database of a process that runs many test files gains by optimised code; a service has 13,000,000. */
const OF_MANY_FILES = ['--wasm-lazy-compilation', '--wasm-tiering-budget=20000000', '--interrupt-budget=1000000'];

/** Options of this release of Node for such a process. */
export const shortLived = (): string[] => known(OPTIONS);

/** Those for a process that runs test files one after the other, minutes in all. */
export const ofManyFiles = (): string[] => known(OF_MANY_FILES);

/** Without those that this release does not know, since it would not start. */
function known(options: readonly string[]): string[] {
  const { stdout } = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  return options.filter((option) => stdout.includes(`${option.split('=', 1)[0]} (`));
}
