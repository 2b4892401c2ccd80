// Runs test files in a separate process, with a mutant or with notes, and with a timeout.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Mutant } from './mutant.ts';

export interface Verdict {
  /** `undecided`: the timeout came before every test that reaches the mutant had run. */
  readonly result: 'killed' | 'survived' | 'undecided' | 'equivalent';
  /** The first test that noticed the mutant, or why none did. */
  readonly by: string;
}

export interface Outcome extends Verdict {
  readonly folder: string;
  readonly mutant: Mutant;
}

/** The nearest tests find most mutants, so a few run first, then more, then all others. */
const STAGES = [3, 12, Number.POSITIVE_INFINITY];

/** Runs the tests that reach the mutant until one fails. */
export async function runMutant(mutant: Mutant, tests: readonly string[], milliseconds: number): Promise<Verdict> {
  if (tests.length === 0) return { result: 'survived', by: 'reached by no test' };
  const folder = mkdtempSync(join(tmpdir(), 'cairn-mutant-'));
  const file = join(folder, 'mutant.json');
  writeFileSync(file, JSON.stringify(mutant));
  const until = Date.now() + milliseconds;
  try {
    let from = 0;
    for (const to of STAGES) {
      const stage = tests.slice(from, to);
      from = to;
      if (stage.length === 0) continue;
      const { code, output } = await vitest(['--bail=1', ...stage], { CAIRN_MUTANT: file }, until - Date.now());
      if (code === undefined) return { result: 'undecided', by: `no end within ${milliseconds / 1000} s` };
      if (code !== 0) return { result: 'killed', by: firstFailure(output) };
    }
    return { result: 'survived', by: `${tests.length} test files` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes notes about reached parts to `folder`. */
export async function runReached(folder: string, tests: readonly string[]): Promise<void> {
  await vitest([...tests], { CAIRN_MUTANTS_REACHED: resolve(folder) }, 600_000);
  console.log(`mapped  ${tests.join(' ')}`);
}

const firstFailure = (output: string): string =>
  (/(?:FAIL|×)\s+(.*)/.exec(output)?.[1] ?? output.trim().split('\n').at(-1) ?? '').slice(0, 160);

/** The exit code, or undefined after a timeout, and the output. */
function vitest(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  milliseconds: number,
): Promise<{ readonly code: number | undefined; readonly output: string }> {
  const config = ['--config', 'test/mutants/vitest.config.ts', '--reporter=default', '--no-color'];
  const child = spawn('node', ['node_modules/vitest/vitest.mjs', 'run', ...config, ...args], {
    env: { ...process.env, ...environment, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  // Ends the workers too, which share its process group.
  const end = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  process.once('exit', end);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise((done, fail) => {
    let isOver = false;
    const clock = setTimeout(
      () => {
        isOver = true;
        end();
      },
      Math.max(0, milliseconds),
    );
    child.once('error', fail);
    child.once('close', (code) => {
      clearTimeout(clock);
      process.off('exit', end);
      done({ code: isOver ? undefined : (code ?? 1), output });
    });
  });
}
