// What has to be true of a draft before anybody can publish it, ask for its approval or schedule its publication.
import type { ValidationIssue } from '../../base/issue.ts';
import { refuse } from '../../base/refusal.ts';
import { parseDocument } from '../document/full-document.ts';
import { nextStatus } from '../lifecycle.ts';
import type { TrailDetailRow } from '../trail-json.ts';
import type { TrailRules } from '../trail-rules.ts';
import { publishIssues } from './publish-checks.ts';

/**
 * Refuses with `conflict` when the trail is archived or no longer at that revision, with `validation` when an issue of
 * severity error is left. `then` is what the caller is about to do, for the remedy.
 */
export function requireReady(trail: TrailDetailRow, revision: number, rules: TrailRules, then = 'publish again'): void {
  nextStatus(trail.status, 'publish');
  if (trail.revision !== revision) throw changedMeanwhile(trail.revision, then);
  const stored = JSON.parse(trail.publish_issues) as ValidationIssue[];
  const blocking = blockingIssues(trail, rules);
  if (blocking.length > 0) throw notReady([...blocking, ...stored.filter(({ severity }) => severity === 'warning')]);
}

/** Worked out again: what blocks is this release's rule, not that of the release that stored the draft. */
const blockingIssues = (trail: TrailDetailRow, { ownImagePrefix }: TrailRules): ValidationIssue[] =>
  publishIssues(parseDocument(trail.document), { tests: null, ownImagePrefix }).filter(
    ({ severity }) => severity === 'error',
  );

/** The refusal for a caller who looked at an earlier revision. */
export const changedMeanwhile = (current: number, then: string): Error =>
  refuse('conflict', `The trail was changed meanwhile: it is at revision ${current} now. Look at it, then ${then}.`, {
    current_revision: current,
  });

const notReady = (issues: readonly ValidationIssue[]): Error =>
  refuse('validation', 'The trail is not ready to be published: fix the issues of severity error.', { issues });
