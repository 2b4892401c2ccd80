// Keeps the outcome of an example run on the trail it was made for (contract 2.5 surfacing_tests, Decision 27).
import type { Announcement } from '../audit/announcement.ts';
import type { By } from '../audit/audit-log.ts';
import { announce } from '../audit/outbox.ts';
import type { ValidationIssue } from '../base/issue.ts';
import type { Tx } from '../storage/database.ts';
import { publishIssues } from './checks/publish-checks.ts';
import { parseDocument } from './document/full-document.ts';
import type { SurfacingTestsSummary } from './trail.ts';
import { lockTrail } from './trail-read-store.ts';
import type { TrailRules } from './trail-rules.ts';
import { setSurfacingTests } from './trail-write-store.ts';

/** A run of the examples over that revision, with what the judge found beside it. */
export interface ExampleRun {
  readonly revision: number;
  readonly summary: SurfacingTestsSummary;
  readonly findings: readonly ValidationIssue[];
}

/**
 * Stores summary and findings of a run over that revision and works the publish issues out anew; `updated_at` stays
 * (Decision 23). A run that fails is announced. False, and nothing stored, when the trail has moved on or is gone: the
 * run was about another draft.
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
  const facts = { tests: summary, findings, ownImagePrefix: rules.ownImagePrefix };
  const issues = publishIssues(parseDocument(trail.document), facts);
  await setSurfacingTests(tx, catalogId, trailId, JSON.stringify(summary), JSON.stringify(issues));
  if (!summary.all_pass) await announce(tx, [failing(catalogId, trail, summary, by)]);
  return true;
}

const failing = (
  team_id: string,
  { trail_id, title, revision }: { readonly trail_id: string; readonly title: string; readonly revision: number },
  summary: SurfacingTestsSummary,
  by: By,
): Announcement => ({
  ...{ team_id, kind: 'trail.examples_failing', at: summary.last_run_at, actor: by.actor },
  subject: { kind: 'trail', id: trail_id, name: title },
  details: { revision, failing: summary.failing.length },
});
