// How a `cairn trails` command ends: its result on standard output, or an error on standard error.
import { ConnectionError, isCairnError } from '@cairn/client';
import { failureLines, issueLines } from '../failure-lines.ts';
import type { Host } from '../host.ts';
import { EXIT, fail } from '../outcome.ts';
import { codeOf } from '../remote.ts';
import { terminalText } from '../terminal-text.ts';
import { type Reporter, reporter } from './reporter.ts';

export interface TrailsResult {
  /** The value to print with --json. */
  readonly value: object;
  readonly text: string;
  readonly code: number;
}

/** Runs `work`, prints the result and sets the exit code. */
export async function runTrails(
  host: Host,
  { json }: { readonly json?: boolean },
  work: (report: Reporter) => Promise<TrailsResult>,
): Promise<void> {
  const report = reporter(host.stderr, { isQuiet: json === true, terminal: host.env.TERM });
  try {
    const { value, text, code } = await work(report);
    host.stdout.write(`${json === true ? JSON.stringify(value) : terminalText(text)}\n`);
    host.exitWith(code);
  } catch (thrown) {
    report.end();
    fail(host, trailsFailure(thrown), EXIT.refused);
  }
}

/** The message, its issues, and the Request-Id of server errors. */
function trailsFailure(thrown: unknown): string[] {
  if (thrown instanceof ConnectionError)
    return [`${thrown.message} Check the address and the network${codeOf(thrown.cause)}.`];
  if (!isCairnError(thrown)) return failureLines(thrown);
  const issues = isCairnError(thrown, 'validation') ? thrown.issues : [];
  const id = thrown.requestId === undefined || thrown.status < 500 ? [] : [`Request-Id: ${thrown.requestId}`];
  return [thrown.message, ...issueLines(issues, thrown.message), ...id];
}
