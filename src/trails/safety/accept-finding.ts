// Safety findings of a draft: what they are, and accepting them with a reason.
import type { By } from '../../audit/audit-log.ts';
import type { ValidationIssue } from '../../base/issue.ts';
import { refuse } from '../../base/refusal.ts';
import type { Sentence } from '../../base/texts/t.ts';
import type { SafetyFinding } from '../../safety/safety-finding.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { changedMeanwhile } from '../checks/ready-to-publish.ts';
import {
  DEFAULT_SAFETY,
  type SafetyDecision,
  type SafetyRules,
  safetyFindings,
  safetyIssues,
  standingOf,
} from '../checks/safety-checks.ts';
import { findNames, findSaver, putAccepted } from '../checks/safety-store.ts';
import { type Acceptance, type Acceptances, findingId, workspaceFindings } from '../checks/workspace-safety.ts';
import { parseDocument } from '../document/full-document.ts';
import { recordTrail } from '../trail-audit-event.ts';
import type { TrailDetailRow } from '../trail-json.ts';
import type { TrailRules } from '../trail-rules.ts';
import { setPublishIssues } from '../trail-write-store.ts';
import { getLockedTrail, getTrail } from '../trails.ts';

/** A finding, and whether someone accepted it. */
export interface JudgedFinding {
  readonly id: string;
  readonly finding: SafetyFinding;
  readonly decision: SafetyDecision;
  readonly standing: 'error' | 'warning' | 'fine';
  readonly acceptance: Acceptance | null;
  readonly accepted_by_name: string | null;
  /** Why this person may not accept the finding; null if they may. */
  readonly obstacle: Sentence | null;
}

export interface TrailSafety {
  readonly revision: number;
  readonly findings: readonly JudgedFinding[];
}

/** The findings in the current draft, from that person's perspective. Fails with `not-found`. */
export async function getTrailSafety(
  db: Db,
  catalogId: string,
  trailId: string,
  accountId: string | null,
  rules: TrailRules,
): Promise<TrailSafety> {
  const trail = await getTrail(db, catalogId, trailId);
  return (await judge(db, catalogId, trail, accountId, rules)).safety;
}

/** A finding in that revision, by its id, and the reason why it is accepted. */
export interface AboutFinding {
  readonly trail_id: string;
  readonly revision: number;
  readonly finding: string;
}

/**
 * Accepts the finding with that reason. Fails with `not-found` if the draft has no such finding, with `conflict` if the
 * draft changed or the workspace blocks the class, and with `forbidden` if another person has to accept it.
 */
export async function acceptFinding(
  tx: Tx,
  catalogId: string,
  about: AboutFinding & { readonly reason: string },
  by: By,
  rules: TrailRules,
): Promise<TrailSafety> {
  const { trail, judged, one, isSaver, workspace } = await lockFinding(tx, catalogId, about, by, rules);
  const { class: kind, field } = one.finding;
  if (one.decision === 'block')
    throw refuse(
      'conflict',
      'This workspace publishes no trails with findings of this kind. Remove the text from the trail.',
    );
  if (one.obstacle !== null) throw refuse('forbidden', one.obstacle);
  const acceptance = { class: kind, reason: about.reason, accepted_by: by.account_id, is_second: !isSaver };
  const added = { id: about.finding, acceptance: JSON.stringify(acceptance) };
  const after = { finding: about.finding, class: kind, field, reason: about.reason, revision: trail.revision };
  await recordTrail(tx, catalogId, trail, 'trail.finding_accepted', by, { after });
  // Acceptances of texts that are no longer in the draft end here.
  await putAccepted(tx, catalogId, trail.trail_id, JSON.stringify(present(workspace.accepted, judged)), added);
  return storeIssues(tx, catalogId, trail, by, rules);
}

/** Ends the acceptance of the finding; nothing happens if there is none. Fails like `acceptFinding`. */
export async function reopenFinding(
  tx: Tx,
  catalogId: string,
  about: AboutFinding,
  by: By,
  rules: TrailRules,
): Promise<TrailSafety> {
  const { trail, judged, one, workspace } = await lockFinding(tx, catalogId, about, by, rules);
  if (one.acceptance === null) return getTrailSafety(tx, catalogId, about.trail_id, by.account_id, rules);
  const { [about.finding]: _ended, ...accepted } = present(workspace.accepted, judged);
  const { class: kind, field } = one.finding;
  const before = { finding: about.finding, class: kind, field, reason: one.acceptance.reason };
  await recordTrail(tx, catalogId, trail, 'trail.finding_reopened', by, { before });
  await putAccepted(tx, catalogId, trail.trail_id, JSON.stringify(accepted), null);
  return storeIssues(tx, catalogId, trail, by, rules);
}

const present = (accepted: Acceptances, judged: readonly JudgedFinding[]): Acceptances => {
  const ids = new Set(judged.map(({ id }) => id));
  return Object.fromEntries(Object.entries(accepted).filter(([id]) => ids.has(id)));
};

async function lockFinding(tx: Tx, catalogId: string, about: AboutFinding, by: By, rules: TrailRules) {
  const trail = await getLockedTrail(tx, catalogId, about.trail_id);
  if (trail.revision !== about.revision) throw changedMeanwhile(trail.revision, 'decide');
  const { safety, isSaver, workspace } = await judge(tx, catalogId, trail, by.account_id, rules);
  const one = safety.findings.find(({ id }) => id === about.finding);
  if (one === undefined || workspace === undefined)
    throw refuse('not-found', 'This revision has no such finding. Read the findings again.');
  return { trail, judged: safety.findings, one, isSaver, workspace };
}

async function storeIssues(
  tx: Tx,
  catalogId: string,
  trail: TrailDetailRow,
  by: By,
  rules: TrailRules,
): Promise<TrailSafety> {
  const { safety, workspace } = await judge(tx, catalogId, trail, by.account_id, rules);
  const issues = withSafety(trail, workspace ?? DEFAULT_SAFETY, rules);
  await setPublishIssues(tx, catalogId, trail.trail_id, JSON.stringify(issues));
  return safety;
}

/** No host is in this domain, so every link is a finding. */
const NO_HOST = ['invalid.'];

/** The stored publish issues of the trail, with its safety findings by these rules. */
export function withSafety(
  { document, publish_issues }: Pick<TrailDetailRow, 'document' | 'publish_issues'>,
  safety: SafetyRules,
  { ownImagePrefix }: TrailRules,
): ValidationIssue[] {
  const full = parseDocument(document);
  const findings = safetyFindings(full, { ownImagePrefix, domains: safety.domains });
  const all = [...findings, ...safetyFindings(full, { ownImagePrefix, domains: NO_HOST })];
  const known = new Set(all.map(({ field, message }) => `${field}\0${message}`));
  const stored = JSON.parse(publish_issues) as ValidationIssue[];
  const others = stored.filter(({ field, message }) => !known.has(`${field}\0${message}`));
  const issues = [...others, ...safetyIssues(findings, safety)];
  return [
    ...issues.filter(({ severity }) => severity === 'error'),
    ...issues.filter((one) => one.severity !== 'error'),
  ];
}

async function judge(db: Db, catalogId: string, trail: TrailDetailRow, accountId: string | null, rules: TrailRules) {
  const { trail_id, revision, document } = trail;
  const full = parseDocument(document);
  const { findings, rules: workspace } = await workspaceFindings(db, catalogId, trail_id, full, rules.ownImagePrefix);
  const saver = findings.length === 0 ? undefined : await findSaver(db, catalogId, trail_id, revision);
  const isSaver = accountId === null || saver?.saved_by === accountId;
  const accepters = Object.values(workspace?.accepted ?? {}).flatMap(({ accepted_by }) => accepted_by ?? []);
  const names = await findNames(db, accepters);
  const judged = findings.map((finding): JudgedFinding => {
    const id = findingId(finding);
    const decision = (workspace ?? DEFAULT_SAFETY).decisions[finding.class];
    const standing = standingOf(finding, workspace ?? DEFAULT_SAFETY);
    const acceptance = workspace?.accepted[id] ?? null;
    const accepted_by_name = names.get(acceptance?.accepted_by ?? '') ?? null;
    return { id, finding, decision, standing, acceptance, accepted_by_name, obstacle: obstacleOf(decision, isSaver) };
  });
  return { safety: { revision, findings: judged }, isSaver, workspace };
}

function obstacleOf(decision: SafetyDecision, isSaver: boolean): Sentence | null {
  if (decision === 'block') return 'This workspace publishes no trails with findings of this kind.';
  return decision === 'second_person' && isSaver
    ? 'You saved this revision, so another person has to accept this finding.'
    : null;
}
