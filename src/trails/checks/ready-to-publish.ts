// Requirements for publishing a draft, requesting its approval, or scheduling its publication.

import type { ValidationIssue } from '../../base/issue.ts';
import { refuse } from '../../base/refusal.ts';
import { t } from '../../base/texts/t.ts';
import type { Tx } from '../../storage/database.ts';
import { parseDocument } from '../document/full-document.ts';
import { nextStatus } from '../lifecycle.ts';
import type { TrailDetailRow } from '../trail-json.ts';
import type { TrailRules } from '../trail-rules.ts';
import { publishIssues } from './publish-checks.ts';
import { workspaceIssues } from './workspace-safety.ts';

/**
 * Fails with `conflict` if the trail is archived or no longer at that revision, and with `validation` if an issue with
 * severity error remains. `then` names the caller's action and is used in the error message.
 */
export async function requireReady(
  tx: Tx,
  catalogId: string,
  trail: TrailDetailRow,
  revision: number,
  rules: TrailRules,
  then: NextStep = 'publish again',
): Promise<void> {
  nextStatus(trail.status, 'publish');
  if (trail.revision !== revision) throw changedMeanwhile(trail.revision, then);
  const stored = JSON.parse(trail.publish_issues) as ValidationIssue[];
  const blocking = await blockingIssues(tx, catalogId, trail, rules);
  if (blocking.length > 0)
    throw notPublishable([...blocking, ...stored.filter(({ severity }) => severity === 'warning')]);
}

/** Recomputed, because this release's rules apply rather than those of the release that stored the draft. */
async function blockingIssues(
  tx: Tx,
  catalogId: string,
  { trail_id, document }: TrailDetailRow,
  rules: TrailRules,
): Promise<ValidationIssue[]> {
  const full = parseDocument(document);
  const safety = await workspaceIssues(tx, catalogId, trail_id, full, rules);
  const issues = publishIssues(full, { tests: null, ownImagePrefix: rules.ownImagePrefix, safety });
  return issues.filter(({ severity }) => severity === 'error');
}

const NEXT_STEPS = {
  'publish again': t('Review it, then publish again.'),
  'schedule again': t('Review it, then schedule again.'),
  'ask again': t('Review it, then ask again.'),
  decide: t('Review it, then decide.'),
};
type NextStep = keyof typeof NEXT_STEPS;

/** The refusal if the caller saw an earlier revision. */
export const changedMeanwhile = (current: number, then: NextStep): Error =>
  refuse(
    'conflict',
    t('The trail has changed and is now at revision {current}. {remedy}', {
      current: String(current),
      remedy: NEXT_STEPS[then],
    }),
    { current_revision: current },
  );

const notPublishable = (issues: readonly ValidationIssue[]): Error =>
  refuse('validation', 'The trail is not ready to be published. Fix the issues with severity error.', { issues });
