// Stores the result of an example run on its trail (contract 2.5 surfacing_tests, Decision 27).
import type { Announcement } from '../audit/announcement.ts';
import type { By } from '../audit/audit-log.ts';
import { announce } from '../audit/outbox.ts';
import type { ValidationIssue } from '../base/issue.ts';
import type { Tx } from '../storage/database.ts';
import { publishIssues } from './checks/publish-checks.ts';
import { workspaceIssues } from './checks/workspace-safety.ts';
import { parseDocument } from './document/full-document.ts';
import type { SurfacingTestsSummary } from './trail.ts';
import { lockTrail } from './trail-read-store.ts';
import type { TrailRules } from './trail-rules.ts';
import { setSurfacingTests } from './trail-write-store.ts';

/** An example run of a revision, with the judge's findings. */
export interface ExampleRun {
  readonly revision: number;
  readonly summary: SurfacingTestsSummary;
  readonly findings: readonly ValidationIssue[];
}

/**
 * Stores the summary and findings of a run, and recomputes the publish issues. `updated_at` stays (Decision 23). The
 * outcome is announced. If the trail has changed or no longer exists, the run was for another draft, so it returns
 * false and stores nothing.
 */
export async function storeSurfacingTests(
  tx: Tx,
  catalogId: string,
  trailId: string,
  { revision, summary, findings }: ExampleRun,
  rules: TrailRules,
  by: By,
): Promise<boolean> {
  const trail = await lockTrail(tx, catalogId, trailId);
  if (trail === undefined || trail.revision !== revision) return false;
  const document = parseDocument(trail.document);
  const safety = await workspaceIssues(tx, catalogId, trailId, document, rules);
  const facts = { tests: summary, findings, ownImagePrefix: rules.ownImagePrefix, safety };
  const issues = publishIssues(document, facts);
  await setSurfacingTests(tx, catalogId, trailId, JSON.stringify(summary), JSON.stringify(issues));
  await announce(tx, [outcome(catalogId, trail, summary, by)]);
  return true;
}

const outcome = (
  team_id: string,
  { trail_id, title, revision }: { readonly trail_id: string; readonly title: string; readonly revision: number },
  summary: SurfacingTestsSummary,
  by: By,
): Announcement => ({
  ...{ team_id, at: summary.last_run_at, actor: by.actor },
  kind: summary.all_pass ? 'trail.examples_passing' : 'trail.examples_failing',
  subject: { kind: 'trail', id: trail_id, name: title },
  details: { revision, ...(summary.all_pass ? {} : { failing: summary.failing.length }) },
});
