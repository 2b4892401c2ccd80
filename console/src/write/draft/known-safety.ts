// Safety findings while the author types, by the decisions of the workspace as far as this browser knows them.
import type { ValidationIssue } from '../../../../src/base/issue.ts';
import {
  DEFAULT_DECISIONS,
  type SafetyRules,
  safetyFindings,
  safetyIssues,
} from '../../../../src/trails/checks/safety-checks.ts';
import { cache } from '../../api/cache.ts';
import { catalogRules } from '../../api/publishing.ts';
import { trailSafety } from '../../api/safety.ts';
import type { TrailDetail } from '../../api/trails.ts';
import type { FullDocument } from './full-document.ts';

/** The service knows findings by a digest, and this browser by their place in the saved draft. */
export function knownSafetyIssues(
  document: FullDocument,
  detail: TrailDetail,
  ownImagePrefix: string,
): ValidationIssue[] {
  const workspace = cache.getQueryData(catalogRules.queryKey);
  const options = { ownImagePrefix, domains: workspace?.link_domains ?? [] };
  const findings = safetyFindings(document, options);
  if (findings.length === 0) return [];
  const judged = cache.getQueryData(trailSafety(detail.id, detail.revision).queryKey)?.findings ?? [];
  const accepted = new Set(
    judged.filter(({ standing }) => standing === 'fine').map(({ field, at }) => `${field} ${at}`),
  );
  const texts = new Set(
    safetyFindings(detail.document as FullDocument, options)
      .filter(({ field, at }) => accepted.has(`${field} ${at}`))
      .map(({ class: kind, found }) => `${kind} ${found}`),
  );
  const rules: SafetyRules = {
    decisions: { ...DEFAULT_DECISIONS, ...workspace?.safety },
    domains: options.domains,
    isAccepted: ({ class: kind, found }) => texts.has(`${kind} ${found}`),
  };
  return safetyIssues(findings, rules);
}
