// Safety findings by the decisions of the workspace.
import { createHash } from 'node:crypto';
import type { ValidationIssue } from '../../base/issue.ts';
import type { SafetyClass, SafetyFinding } from '../../safety/safety-finding.ts';
import type { Db } from '../../storage/database.ts';
import type { FullDocument } from '../document/full-document.ts';
import {
  DEFAULT_DECISIONS,
  hasLinks,
  type SafetyDecisions,
  type SafetyRules,
  safetyFindings,
  safetyIssues,
} from './safety-checks.ts';
import { findSafety } from './safety-store.ts';

/** A finding that someone accepted. */
export interface Acceptance {
  readonly class: SafetyClass;
  readonly reason: string;
  readonly accepted_by: string | null;
  readonly accepted_at: string;
  /** True if the person had not saved the revision. */
  readonly is_second: boolean;
}

export type Acceptances = Readonly<Record<string, Acceptance>>;

/** The rules of a workspace for one trail. */
export interface WorkspaceSafety extends SafetyRules {
  readonly accepted: Acceptances;
}

/** Identifies a finding by its text, so that an acceptance survives other edits and covers nothing else. */
export const findingId = ({ class: kind, found }: Pick<SafetyFinding, 'class' | 'found'>): string =>
  createHash('sha256').update(`${kind}\0${found}`).digest('hex').slice(0, 32);

export async function workspaceSafety(db: Db, catalogId: string, trailId: string | null): Promise<WorkspaceSafety> {
  const row = await findSafety(db, catalogId, trailId);
  const changed = JSON.parse(row?.safety ?? '{}') as Partial<SafetyDecisions>;
  const decisions = { ...DEFAULT_DECISIONS, ...changed };
  const accepted = JSON.parse(row?.accepted ?? '{}') as Acceptances;
  const isAccepted = acceptedBy(decisions, row?.accepted ?? null);
  return { decisions, domains: row?.link_domains ?? [], isAccepted, accepted };
}

/** True for findings that someone accepted. `text` holds them as JSON by id. */
export function acceptedBy(decisions: SafetyDecisions, text: string | null): SafetyRules['isAccepted'] {
  const accepted = JSON.parse(text ?? '{}') as Acceptances;
  return (finding) => {
    const id = findingId(finding);
    const acceptance = Object.hasOwn(accepted, id) ? accepted[id] : undefined;
    return acceptance !== undefined && (decisions[finding.class] !== 'second_person' || acceptance.is_second);
  };
}

/** The findings in a document, with the rules of its workspace. `trailId` is null for a new trail. */
export async function workspaceFindings(
  db: Db,
  catalogId: string,
  trailId: string | null,
  document: FullDocument,
  ownImagePrefix: string,
): Promise<{ readonly findings: readonly SafetyFinding[]; readonly rules: WorkspaceSafety | undefined }> {
  const findings = safetyFindings(document, { ownImagePrefix, domains: [] });
  // Most documents have neither findings nor links, and need no query.
  if (findings.length === 0 && !hasLinks(document)) return { findings, rules: undefined };
  const rules = await workspaceSafety(db, catalogId, trailId);
  if (rules.domains.length === 0) return { findings, rules };
  return { findings: safetyFindings(document, { ownImagePrefix, domains: rules.domains }), rules };
}

/** The safety findings as publish issues, by the decisions of the workspace. */
export async function workspaceIssues(
  db: Db,
  catalogId: string,
  trailId: string | null,
  document: FullDocument,
  { ownImagePrefix }: { readonly ownImagePrefix: string },
): Promise<ValidationIssue[]> {
  const { findings, rules } = await workspaceFindings(db, catalogId, trailId, document, ownImagePrefix);
  return rules === undefined ? [] : safetyIssues(findings, rules);
}
