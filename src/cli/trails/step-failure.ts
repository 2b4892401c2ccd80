// Explains why a step failed. Errors that affect the whole run are rethrown.
import { type Cairn, isCairnError } from '@cairn/client';
import { isRefusal } from '../../base/refusal.ts';
import { issueLines } from '../failure-lines.ts';
import type { Step } from './plan-file.ts';

/**
 * Refusals that concern a single trail. Any other error (credential, network, service) would also affect the next step.
 */
const OF_THE_TRAIL = new Set(['conflict', 'revision-conflict', 'validation', 'unprocessable', 'not-found']);

/** Returns the message, or rethrows if the run cannot continue. */
export async function stepFailure(cairn: Cairn, step: Step, thrown: unknown): Promise<string> {
  if (isRefusal(thrown, 'unprocessable') || isRefusal(thrown, 'conflict')) return thrown.message;
  if (!isCairnError(thrown) || !OF_THE_TRAIL.has(thrown.slug)) throw thrown;
  if (isCairnError(thrown, 'validation'))
    return [thrown.message, ...issueLines(thrown.issues).map((line) => line.trim())].join(' ');
  if (!isCairnError(thrown, 'revision-conflict')) return thrown.message;
  const fields = thrown.changed_fields ?? [];
  const what = fields.length === 0 ? '' : `: ${fields.join(', ')}`;
  const name = await currentTitle(cairn, step);
  return (
    `another author saved “${name}” (revision ${thrown.current_revision})${what}. It was not overwritten. Run ` +
    '"cairn trails pull", then plan again.'
  );
}

/** The trail's current title, or the plan's if the trail was deleted. */
async function currentTitle(cairn: Cairn, step: Step): Promise<string> {
  if (!('trail_id' in step) || step.trail_id === null) return step.title;
  return cairn.trails.get(step.trail_id).then(
    ({ title }) => title,
    (thrown: unknown) => {
      if (isCairnError(thrown, 'not-found')) return step.title;
      throw thrown;
    },
  );
}
