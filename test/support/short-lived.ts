// A process that lives for seconds: half of what one uses is compiling what it will not run often enough to gain by it, the
// embedded database most of all.
import { spawnSync } from 'node:child_process';

/** Functions of WebAssembly are compiled when they are called; what runs hot is optimised, ten times as late as usual. */
const OPTIONS = ['--wasm-lazy-compilation', '--wasm-tiering-budget=100000000', '--interrupt-budget=1000000'];

/** Options of this release of Node for such a process; those that it does not know are left out, since it would not start. */
export function shortLived(): string[] {
  const { stdout } = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  return OPTIONS.filter((option) => stdout.includes(`${option.split('=', 1)[0]} (`));
}
