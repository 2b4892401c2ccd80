// Keeps the outcome of an example run on the trail it was made for (contract 2.5 surfacing_tests, Decision 27).
import type { ValidationIssue } from '../base/issue.ts';
import type { Tx } from '../storage/database.ts';
import { parseDocument } from './full-document.ts';
import { publishIssues } from './publish-checks.ts';
import type { SurfacingTestsSummary } from './trail.ts';
import { lockTrail } from './trail-read-store.ts';
import type { TrailRules } from './trail-rules.ts';
import { setSurfacingTests } from './trail-write-store.ts';

/**
 * Stores summary and findings of a run over that revision and works the publish issues out anew; `updated_at` stays
 * (Decision 23). False, and nothing stored, when the trail has moved on or is gone: the run was about another draft.
 */
export async function storeSurfacingTests(
  tx: Tx,
  catalogId: string,
  trailId: string,
  revision: number,
  summary: SurfacingTestsSummary,
  findings: readonly ValidationIssue[],
  rules: TrailRules,
): Promise<boolean> {
  const trail = await lockTrail(tx, catalogId, trailId);
  if (trail === undefined || trail.revision !== revision) return false;
  const facts = { tests: summary, findings, ownImagePrefix: rules.ownImagePrefix };
  const issues = publishIssues(parseDocument(trail.document), facts);
  await setSurfacingTests(tx, catalogId, trailId, JSON.stringify(summary), JSON.stringify(issues));
  return true;
}
