// Safety findings as publish issues, by the decisions of the workspace.
import { errorAt, warningAt } from '../../base/field-finding.ts';
import type { ValidationIssue } from '../../base/issue.ts';
import { findUnsafe } from '../../safety/find-unsafe.ts';
import type { FieldText, SafetyClass, SafetyFinding } from '../../safety/safety-finding.ts';
import type { FullDocument } from '../document/full-document.ts';

/**
 * What becomes of findings. `second_person`: an error until another person accepts the finding. `block`: always an
 * error.
 */
export const SAFETY_DECISIONS = ['allow', 'warn', 'second_person', 'block'] as const;
export type SafetyDecision = (typeof SAFETY_DECISIONS)[number];

export type SafetyDecisions = Readonly<Record<SafetyClass, SafetyDecision>>;

export const DEFAULT_DECISIONS: SafetyDecisions = {
  secrets: 'second_person',
  tag_characters: 'block',
  personal_data: 'warn',
  instructions: 'warn',
  remote_code: 'warn',
  invisible_characters: 'warn',
  html_comments: 'warn',
  outside_links: 'warn',
  data_uris: 'warn',
};

/** A workspace's decisions, and the findings of a trail that it accepted. */
export interface SafetyRules {
  readonly decisions: SafetyDecisions;
  /** Links to other domains are findings. Empty: links to any domain are allowed. */
  readonly domains: readonly string[];
  readonly isAccepted: (finding: SafetyFinding) => boolean;
}

export const DEFAULT_SAFETY: SafetyRules = { decisions: DEFAULT_DECISIONS, domains: [], isAccepted: () => false };

/** The findings as publish issues. */
export const safetyIssues = (findings: readonly SafetyFinding[], rules: SafetyRules): ValidationIssue[] =>
  findings.flatMap((finding) => {
    const standing = standingOf(finding, rules);
    if (standing === 'fine') return [];
    return [standing === 'error' ? errorAt(finding.field, finding.message) : warningAt(finding.field, finding.message)];
  });

/** The findings in a document, whatever the workspace decided about them. */
export const safetyFindings = (
  document: FullDocument,
  options: { readonly ownImagePrefix: string; readonly domains: readonly string[] },
): SafetyFinding[] => findUnsafe(textsOf(document), options);

/** The findings of a document as publish issues, by the defaults. */
export const defaultSafetyIssues = (document: FullDocument, ownImagePrefix: string): ValidationIssue[] =>
  safetyIssues(safetyFindings(document, { ownImagePrefix, domains: DEFAULT_SAFETY.domains }), DEFAULT_SAFETY);

/** Doubtful findings only warn. Nobody can accept a finding of a class that is blocked. */
export function standingOf(
  finding: SafetyFinding,
  { decisions, isAccepted }: SafetyRules,
): 'error' | 'warning' | 'fine' {
  const decision = decisions[finding.class];
  if (decision === 'allow' || (decision !== 'block' && isAccepted(finding))) return 'fine';
  return decision === 'warn' || finding.isDoubtful === true ? 'warning' : 'error';
}

/** True if an address is in a text, which the workspace may not want. */
export const hasLinks = (document: FullDocument): boolean => textsOf(document).some(({ text }) => text.includes('://'));

/** All texts that people write, with their fields. */
function textsOf(document: FullDocument): FieldText[] {
  const { title, target_role, description, trigger, prompts, setup_guide } = document;
  return [
    { field: 'title', text: title },
    { field: 'target_role', text: target_role },
    { field: 'description', text: description },
    { field: 'trigger.when', text: trigger.when },
    ...trigger.keywords.map((text, index) => ({ field: `trigger.keywords[${index}]`, text })),
    ...trigger.examples.map(({ text }, index) => ({ field: `trigger.examples[${index}]`, text })),
    ...prompts.flatMap(({ label, body }, index) => [
      { field: `prompts[${index}].label`, text: label },
      { field: `prompts[${index}].body`, text: body },
    ]),
    { field: 'setup_guide', text: setup_guide },
  ];
}
