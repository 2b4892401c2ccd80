// How a command ends: its result on standard output, or an error on standard error and a non-zero exit code.
import { failureLines } from './failure-lines.ts';
import type { Host } from './host.ts';
import type { CommonOptions } from './options.ts';
import { rendered } from './print.ts';
import { terminalText } from './terminal-text.ts';

/** Exit codes: 1 for a refusal or failure, 2 for a faulty configuration. */
export const EXIT = { refused: 1, faulty: 2 } as const;

/** Prints the result of `work`, or its error. */
export async function printOutcome(host: Host, { json }: CommonOptions, work: () => Promise<object>): Promise<void> {
  try {
    host.stdout.write(`${rendered(await work(), json === true, host.stdout)}\n`);
  } catch (thrown) {
    fail(host, failureLines(thrown), EXIT.refused);
  }
}

/** Prints the error and sets the exit code. */
export function fail({ stderr, exitWith }: Host, lines: readonly string[], code: number): void {
  for (const line of lines) stderr.write(`${terminalText(line)}\n`);
  exitWith(code);
}
