// How a `cairn trails` command ends: its result on standard output, a sentence on standard error where it was refused.
import { isCairnError } from '@cairn/client';
import type { ValidationIssue } from '../../base/issue.ts';
import { isRefusal } from '../../base/refusal.ts';
import { terminalText } from '../terminal-text.ts';
import { type Reporter, reporter } from './reporter.ts';

export interface TrailsResult {
  /** What --json prints. */
  readonly value: object;
  readonly text: string;
  readonly code: number;
}

const REFUSED = 1;

/** Runs `work`, prints what it answers and sets the exit code. */
export async function runTrails(
  { json }: { readonly json?: boolean },
  work: (report: Reporter) => Promise<TrailsResult>,
): Promise<void> {
  const report = reporter(process.stderr, json === true);
  try {
    const { value, text, code } = await work(report);
    process.stdout.write(`${json === true ? JSON.stringify(value) : terminalText(text)}\n`);
    process.exitCode = code;
  } catch (thrown) {
    report.end();
    process.stderr.write(`${terminalText(failureText(thrown))}\n`);
    process.exitCode = REFUSED;
  }
}

/** The sentence, its findings, and for a report the Request-Id. */
export function failureText(thrown: unknown): string {
  if (isRefusal(thrown)) return [thrown.message, ...linesOf(thrown.extras.issues)].join('\n');
  if (!isCairnError(thrown)) return thrown instanceof Error ? thrown.message : String(thrown);
  const issues = isCairnError(thrown, 'validation') ? thrown.issues : [];
  const id = thrown.requestId === undefined || thrown.status < 500 ? [] : [`Request-Id: ${thrown.requestId}`];
  return [thrown.message, ...linesOf(issues), ...id].join('\n');
}

const linesOf = (issues: unknown): string[] =>
  ((issues ?? []) as readonly ValidationIssue[]).map(({ field, message }) => `  ${field}: ${message}`);
