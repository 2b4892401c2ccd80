// How a command ends: what it answers on standard output, or on standard error a sentence of what went wrong, and an
// exit code that is not 0.
import { failureLines } from './failure-lines.ts';
import type { Host } from './host.ts';
import type { CommonOptions } from './options.ts';
import { rendered } from './print.ts';
import { terminalText } from './terminal-text.ts';

/** Exit codes: 1 refused or failed, 2 a faulty configuration. */
export const EXIT = { refused: 1, faulty: 2 } as const;

/** Prints what `work` answers, or why it did not. */
export async function printOutcome(host: Host, { json }: CommonOptions, work: () => Promise<object>): Promise<void> {
  try {
    host.stdout.write(`${rendered(await work(), json === true, host.stdout)}\n`);
  } catch (thrown) {
    fail(host, failureLines(thrown), EXIT.refused);
  }
}

/** Says why nothing was done. */
export function fail({ stderr, exitWith }: Host, lines: readonly string[], code: number): void {
  for (const line of lines) stderr.write(`${terminalText(line)}\n`);
  exitWith(code);
}
