// The work of `cairn trails pr`: its result as a text for people.
import type { Host } from '../../host.ts';
import { counted } from '../counted.ts';
import type { Reporter } from '../reporter.ts';
import type { TrailsResult } from '../run-trails.ts';
import type { TrailsOptions } from '../trails-context.ts';
import { openTrailsRequest, type RequestOptions, type RequestResult } from './open-request.ts';

/** As after a pull: some trails were left out. */
const LEFT = 2;

export async function requestTrails(
  { env }: Host,
  options: TrailsOptions & RequestOptions,
  report: Reporter,
): Promise<TrailsResult> {
  const result = await openTrailsRequest(options, report, env);
  const left = result.left.map(({ folder, sentence }) => `! ${folder}: ${sentence}`);
  const changes = result.changes.map(({ folder, change }) => `  ${change.padEnd(8)} ${folder}`);
  const text = [...left, ...changes, summaryOf(result, options.dryRun === true)].join('\n');
  return { value: result, text, code: left.length > 0 ? LEFT : 0 };
}

function summaryOf({ changes, branch, base, pushed, request }: RequestResult, isDry: boolean): string {
  if (request?.state === 'stale') return `Nothing changed in the console. Close ${request.url}, which is out of date.`;
  if (changes.length === 0) return 'Nothing changed in the console.';
  if (isDry || request === null) return `${counted(changes.length, 'trail')} would go from ${branch} to ${base}.`;
  if (request.state === 'opened') return `Opened ${request.url}`;
  return `${request.url} ${pushed ? 'is updated.' : 'was up to date.'}`;
}
