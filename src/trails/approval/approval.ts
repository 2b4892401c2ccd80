// Approval: where the catalog wants it, a revision is published only once another person has approved exactly that
// revision. Every door publishes through `publishTrail`, which asks here, so none can go round it.
import type { By } from '../../audit/audit-log.ts';
import { refuse } from '../../base/refusal.ts';
import { requireSeen, type SeenOf } from '../../base/seen.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { changedMeanwhile, requireReady } from '../checks/ready-to-publish.ts';
import { recordTrail } from '../trail-audit-event.ts';
import type { TrailDetailRow } from '../trail-json.ts';
import type { TrailRules } from '../trail-rules.ts';
import { getLockedTrail, getTrail, noSuchTrail } from '../trails.ts';
import type { Visibility } from '../visibility.ts';
import { type ApprovalRow, findApproval, upsertDecision, upsertRequest } from './approval-store.ts';
import { audienceOf, coversAudience, wouldWiden } from './approved-audience.ts';

/** What somebody says about one revision of a trail. */
export interface AboutRevision {
  readonly trail_id: string;
  /** The revision that the person looked at. */
  readonly revision: number;
  readonly note: string | null;
  /** Whom it is to be shown to; absent: as asked before, or as the trail is. */
  readonly audience?: Visibility | undefined;
  /** How the approval stood when the person looked at it. */
  readonly seen?: SeenOf<{ readonly state: ApprovalStanding }>;
}

/** `outdated`: what was asked or approved was an earlier revision. */
export type ApprovalStanding = 'not_requested' | 'requested' | 'approved' | 'withdrawn' | 'outdated';

export interface Approval {
  readonly trail: TrailDetailRow;
  readonly row: ApprovalRow;
  readonly standing: ApprovalStanding;
  /** Why the person who looks may not approve this revision; null where they may, their role aside. */
  readonly obstacle: string | null;
}

/** What stands about the approval of the trail's present revision, for that person. Refuses with `not-found`. */
export async function getApproval(
  db: Db,
  catalogId: string,
  trailId: string,
  accountId: string | null,
): Promise<Approval> {
  const trail = await getTrail(db, catalogId, trailId);
  return approvalOf(trail, (await findApproval(db, catalogId, trailId)) ?? noSuchTrail(), accountId);
}

/** The approval as `row` has it, seen by that person. */
const approvalOf = (trail: TrailDetailRow, row: ApprovalRow, accountId: string | null): Approval => ({
  trail,
  row,
  standing: standingOf(trail, row),
  obstacle: obstacleOf(trail, row, accountId),
});

function standingOf(trail: TrailDetailRow, { revision, state }: ApprovalRow): ApprovalStanding {
  if (state === null) return 'not_requested';
  return revision === trail.revision ? state : 'outdated';
}

/** Nobody approves their own: neither what they saved nor what they asked for. */
function obstacleOf(trail: TrailDetailRow, row: ApprovalRow, accountId: string | null): string | null {
  if (accountId === null) return 'Only a person approves.';
  if (row.saved_by === accountId) return 'You saved this revision: another person has to approve it.';
  const isAsker = row.requested_by === accountId && row.revision === trail.revision;
  return isAsker ? 'You asked for this approval: another person has to give it.' : null;
}

/**
 * What a publication records of the approval: nothing where the catalog wants none. Refuses with `conflict` and
 * `missing: ["approval"]` where it wants one and this revision has none.
 */
export async function requireApproval(
  tx: Tx,
  catalogId: string,
  trail: TrailDetailRow,
): Promise<{ readonly approved_by?: string | null }> {
  const row = (await findApproval(tx, catalogId, trail.trail_id)) ?? noSuchTrail();
  if (!row.approval_required) return {};
  const standing = standingOf(trail, row);
  const covers = coversAudience(row, trail.visibility);
  if (standing === 'approved' && covers) return { approved_by: row.decided_by };
  throw refuse('conflict', standing === 'approved' ? FOR_FEWER : MISSING[standing](trail.revision), {
    missing: ['approval'],
    approval: { revision: trail.revision, state: standing },
  });
}

const FOR_FEWER =
  'This revision was approved for the people granted access, and would be shown to everybody. Ask for approval again.';

const MISSING: Readonly<Record<Exclude<ApprovalStanding, 'approved'>, (revision: number) => string>> = {
  not_requested: (revision) =>
    `Publishing needs another person's approval of revision ${revision}. Ask for it in the console.`,
  requested: (revision) => `Revision ${revision} waits for another person's approval. Publish it once it is given.`,
  withdrawn: (revision) =>
    `The approval of revision ${revision} was withdrawn. Change the trail, or ask for it again in the console.`,
  outdated: (revision) =>
    `The approval was about an earlier revision. Ask for another person's approval of revision ${revision}.`,
};

/**
 * Asks for approval of that revision; asking again replaces the words. Refuses with `conflict` where the catalog wants
 * none, employees see this revision already or somebody else decided meanwhile, and as `requireReady`.
 */
export async function requestApproval(
  tx: Tx,
  catalogId: string,
  about: AboutRevision,
  by: By,
  rules: TrailRules,
): Promise<Approval> {
  const { trail, row, standing } = await lockApproval(tx, catalogId, about.trail_id, by);
  requireReady(trail, about.revision, rules, 'ask again');
  requireWanted(row);
  const audience = about.audience ?? trail.visibility;
  if (trail.published_revision === trail.revision && !wouldWiden(trail, audience))
    throw refuse('conflict', 'Employees see this revision already: there is nothing to approve.');
  if (standing === 'approved' && coversAudience(row, audience)) return approvalOf(trail, row, by.account_id);
  requireSeen(about.seen, { state: standing });
  await upsertRequest(tx, catalogId, about.trail_id, { ...about, audience, account_id: by.account_id });
  const after = { revision: about.revision, audience };
  await recordTrail(tx, catalogId, trail, 'trail.approval_requested', by, { after });
  return getApproval(tx, catalogId, about.trail_id, by.account_id);
}

/**
 * Approves exactly that revision, asked for or not. Refuses with `forbidden` a person who saved or asked for it, with
 * `conflict` where the catalog wants no approvals or somebody else decided meanwhile, and as `requireReady`.
 */
export async function approveRevision(
  tx: Tx,
  catalogId: string,
  about: AboutRevision,
  by: By,
  rules: TrailRules,
): Promise<Approval> {
  const approval = await lockApproval(tx, catalogId, about.trail_id, by);
  const { trail, row, standing, obstacle } = approval;
  requireReady(trail, about.revision, rules, 'decide');
  requireWanted(row);
  if (obstacle !== null) throw refuse('forbidden', obstacle);
  const audience = audienceOf(about.audience, row, trail);
  if (standing === 'approved' && coversAudience(row, audience)) return approval;
  requireSeen(about.seen, { state: standing });
  const { revision, note: answer } = about;
  const decision = { revision, answer, audience, account_id: by.account_id };
  await upsertDecision(tx, catalogId, about.trail_id, { ...decision, state: 'approved' });
  await recordTrail(tx, catalogId, trail, 'trail.approved', by, { after: { revision, audience } });
  return getApproval(tx, catalogId, about.trail_id, by.account_id);
}

/**
 * Takes a request or an approval of that revision back, with a word for the other side: who asked, who approved, or
 * (`mayPublish`) any other who could approve, which sends it back. Refuses with `conflict` where there is nothing to
 * withdraw, somebody else decided meanwhile or the trail has moved on, with `forbidden` anybody else.
 */
export async function withdrawApproval(
  tx: Tx,
  catalogId: string,
  about: AboutRevision,
  by: By,
  mayPublish: boolean,
): Promise<Approval> {
  const { trail, row, standing } = await lockApproval(tx, catalogId, about.trail_id, by);
  if (trail.revision !== about.revision) throw changedMeanwhile(trail.revision, 'decide');
  if (standing !== 'requested' && standing !== 'approved')
    throw refuse('conflict', 'Nothing is asked or approved for this revision, so there is nothing to withdraw.');
  requireSeen(about.seen, { state: standing });
  const isOwn = by.account_id !== null && [row.requested_by, row.decided_by].includes(by.account_id);
  if (!isOwn && !mayPublish)
    throw refuse('forbidden', 'Only who asked, who approved, or another publisher may withdraw this.');
  const { revision, note: answer } = about;
  const decision = { revision, answer, audience: audienceOf(undefined, row, trail), account_id: by.account_id };
  await upsertDecision(tx, catalogId, about.trail_id, { ...decision, state: 'withdrawn' });
  const before = { revision, state: standing };
  await recordTrail(tx, catalogId, trail, 'trail.approval_withdrawn', by, { before });
  return getApproval(tx, catalogId, about.trail_id, by.account_id);
}

/** The approval of a trail that nobody else changes until the transaction ends. */
async function lockApproval(tx: Tx, catalogId: string, trailId: string, by: By): Promise<Approval> {
  const trail = await getLockedTrail(tx, catalogId, trailId);
  return approvalOf(trail, (await findApproval(tx, catalogId, trailId)) ?? noSuchTrail(), by.account_id);
}

function requireWanted({ approval_required }: ApprovalRow): void {
  if (!approval_required) throw refuse('conflict', 'This catalog publishes without approval: publish the trail.');
}
