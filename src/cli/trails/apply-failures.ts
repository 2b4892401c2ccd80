// Explains why a plan was not applied, trail by trail. Errors that do not come from the plan are rethrown.
import { isCairnError } from '@cairn/client';
import { isRefusal } from '../../base/refusal.ts';
import { issueLines } from '../failure-lines.ts';
import type { Step } from './plan-file.ts';
import type { RequestedTrail } from './plan-request.ts';

/** Any other error (credential, network, service) says nothing about the plan. */
const OF_THE_PLAN = new Set(['conflict', 'revision-conflict', 'validation', 'unprocessable', 'not-found']);

export interface ApplyFailure {
  readonly folder: string;
  readonly step: Step['kind'];
  readonly sentence: string;
}

interface Issue {
  readonly field: string;
  readonly message: string;
}

/** One failure for each trail that the refusal names, or one for the step. `trails` are those of the request. */
export function applyFailures(step: Step, trails: readonly RequestedTrail[], thrown: unknown): ApplyFailure[] {
  if (isRefusal(thrown, 'conflict')) return [{ folder: step.folder, step: step.kind, sentence: thrown.message }];
  if (!isCairnError(thrown) || !OF_THE_PLAN.has(thrown.slug)) throw thrown;
  const issues = ((thrown.problem as { issues?: readonly Issue[] }).issues ?? []).map(({ field, message }) => {
    const [, index, rest = ''] = /^trails\[(\d+)\](?:\.document\.?)?(.*)$/.exec(field) ?? [];
    return { trail: index === undefined ? undefined : trails[Number(index)], field: rest, message };
  });
  const named = new Set(issues.map(({ trail }) => trail));
  if (named.size === 0) return [{ folder: step.folder, step: step.kind, sentence: thrown.message }];
  return [...named].map((trail) => {
    const own = issues.filter((issue) => issue.trail === trail);
    const lines = issueLines(own.map((issue) => ({ ...issue, severity: 'error' as const }))).map((line) => line.trim());
    return {
      folder: trail?.folder ?? step.folder,
      step: trail?.steps.at(-1)?.kind ?? step.kind,
      sentence: [thrown.message, ...lines].join(' '),
    };
  });
}
