// Approval. If the catalog requires it, another person must approve exactly the revision that is published. Every door
// publishes through `publishTrail`, which checks the approval, so no door can bypass it.

import type { By } from '../../audit/audit-log.ts';
import { refuse } from '../../base/refusal.ts';
import { requireSeen, type SeenOf } from '../../base/seen.ts';
import { type Sentence, type Text, t } from '../../base/texts/t.ts';
import type { Db, Tx } from '../../storage/database.ts';
import { changedMeanwhile, requireReady } from '../checks/ready-to-publish.ts';
import { recordTrail } from '../trail-audit-event.ts';
import type { TrailDetailRow } from '../trail-json.ts';
import type { TrailRules } from '../trail-rules.ts';
import { getLockedTrail, getTrail, noSuchTrail } from '../trails.ts';
import type { Visibility } from '../visibility.ts';
import { type ApprovalRow, type Audience, findApproval, upsertDecision, upsertRequest } from './approval-store.ts';
import { audienceOf, coversAudience, isWider } from './approved-audience.ts';

/** A request or decision about one revision of a trail. */
export interface AboutRevision {
  readonly trail_id: string;
  /** The revision that the person saw. */
  readonly revision: number;
  readonly note: string | null;
  /** The intended audience. If absent: the one in the request, or else the trail's. */
  readonly audience?: Visibility | undefined;
  /** The intended groups. If absent: those in the request, or else those that the trail is open to. */
  readonly groups?: readonly string[] | undefined;
  /** The fingerprint of the content that is approved (skills/fingerprint.ts), which the caller computed. */
  readonly fingerprint?: string | undefined;
  /** The state and audience of the approval that the person saw. */
  readonly seen?: SeenOf<SeenApproval>;
}

/** `outdated`: the request or approval was for an earlier revision. */
export type ApprovalStanding = 'not_requested' | 'requested' | 'approved' | 'withdrawn' | 'outdated';

interface SeenApproval {
  readonly state: ApprovalStanding;
  readonly audience: Visibility;
  readonly group_ids: readonly string[];
}

export interface Approval {
  readonly trail: TrailDetailRow;
  readonly row: ApprovalRow;
  readonly standing: ApprovalStanding;
  /** As requested or given for this revision, or else the trail's: what a decision that names no audience is about. */
  readonly audience: Audience;
  /** Why this person may not approve the revision; null if they may, apart from their role. */
  readonly obstacle: Sentence | null;
}

/** The approval of the trail's current revision, from that person's perspective. Fails with `not-found`. */
export async function getApproval(
  db: Db,
  catalogId: string,
  trailId: string,
  accountId: string | null,
): Promise<Approval> {
  const trail = await getTrail(db, catalogId, trailId);
  return approvalOf(trail, (await findApproval(db, catalogId, trailId, accountId)) ?? noSuchTrail(), accountId);
}

/** The approval in `row`, from that person's perspective. */
const approvalOf = (trail: TrailDetailRow, row: ApprovalRow, accountId: string | null): Approval => ({
  trail,
  row,
  standing: standingOf(trail, row),
  audience: audienceOf({}, row, trail),
  obstacle: obstacleOf(trail, row, accountId),
});

function standingOf(trail: TrailDetailRow, { revision, state }: ApprovalRow): ApprovalStanding {
  if (state === null) return 'not_requested';
  return revision === trail.revision ? state : 'outdated';
}

/** People cannot approve what they saved or requested themselves, or in place of the group that approves. */
function obstacleOf(trail: TrailDetailRow, row: ApprovalRow, accountId: string | null): Sentence | null {
  if (accountId === null) return 'Only a person can approve.';
  if (row.is_approver === false)
    return t('Here, only members of the group "{group}" approve.', { group: row.approver_group });
  if (row.saved_by === accountId) return 'You saved this revision, so another person has to approve it.';
  const isAsker = row.requested_by === accountId && row.revision === trail.revision;
  return isAsker ? 'You asked for this approval, so another person has to give it.' : null;
}

/**
 * The approval to record with a publication; nothing if the catalog requires none. Fails with `conflict` and
 * `missing: ["approval"]` if this revision lacks a required approval.
 */
export async function requireApproval(
  tx: Tx,
  catalogId: string,
  trail: TrailDetailRow,
): Promise<{ readonly approved_by?: string | null }> {
  const row = (await findApproval(tx, catalogId, trail.trail_id, null)) ?? noSuchTrail();
  if (!row.approval_required) return {};
  const standing = standingOf(trail, row);
  const covers = coversAudience(row, { visibility: trail.visibility, groups: row.open_groups });
  if (standing === 'approved' && covers) return { approved_by: row.decided_by };
  throw refuse('conflict', standing === 'approved' ? FOR_FEWER : MISSING[standing](trail.revision), {
    missing: ['approval'],
    approval: { revision: trail.revision, state: standing },
  });
}

const FOR_FEWER: Sentence = 'This revision was approved for fewer people than would see it. Ask for approval again.';

const MISSING: Readonly<Record<Exclude<ApprovalStanding, 'approved'>, (revision: number) => Text>> = {
  not_requested: (revision) =>
    t("Publishing needs another person's approval of revision {revision}. Ask for it in the console.", {
      revision: String(revision),
    }),
  requested: (revision) =>
    t("Revision {revision} is waiting for another person's approval. Publish it after that.", {
      revision: String(revision),
    }),
  withdrawn: (revision) =>
    t('The approval of revision {revision} was withdrawn. Change the trail, or ask again in the console.', {
      revision: String(revision),
    }),
  outdated: (revision) =>
    t("An earlier revision was approved. Ask for another person's approval of revision {revision}.", {
      revision: String(revision),
    }),
};

/**
 * Requests approval of that revision; a repeated request replaces the note. Fails with `conflict` if the catalog
 * requires no approval, employees already see this revision, or someone decided in the meantime, and like
 * `requireReady`.
 */
export async function requestApproval(
  tx: Tx,
  catalogId: string,
  about: AboutRevision,
  by: By,
  rules: TrailRules,
): Promise<Approval> {
  const approval = await lockApproval(tx, catalogId, about.trail_id, by);
  const { trail, row, standing } = approval;
  await requireReady(tx, catalogId, trail, about.revision, rules, 'ask again');
  requireWanted(row);
  const audience = { visibility: about.audience ?? trail.visibility, groups: about.groups ?? row.open_groups };
  if (trail.published_revision === trail.revision && !isWider(trail, row, audience))
    throw refuse('conflict', 'Employees already see this revision, so there is nothing to approve.');
  if (standing === 'approved' && coversAudience(row, audience)) return approval;
  requireUnchanged(about, approval);
  await upsertRequest(tx, catalogId, about.trail_id, { ...about, audience, account_id: by.account_id });
  const after = { revision: about.revision, ...recorded(audience) };
  await recordTrail(tx, catalogId, trail, 'trail.approval_requested', by, { after });
  return getApproval(tx, catalogId, about.trail_id, by.account_id);
}

/**
 * Approves exactly that revision, whether requested or not. Fails with `forbidden` if the person saved or requested
 * it, with `conflict` if the catalog requires no approval or someone decided in the meantime, and like `requireReady`.
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
  await requireReady(tx, catalogId, trail, about.revision, rules, 'decide');
  requireWanted(row);
  if (obstacle !== null) throw refuse('forbidden', obstacle);
  const audience = audienceOf(named(about), row, trail);
  if (standing === 'approved' && coversAudience(row, audience)) return approval;
  requireUnchanged(about, approval);
  const { revision, note: answer, fingerprint } = about;
  const decision = { revision, answer, audience, account_id: by.account_id, fingerprint: fingerprint ?? null };
  await upsertDecision(tx, catalogId, about.trail_id, { ...decision, state: 'approved' });
  const after = { revision, ...(fingerprint === undefined ? {} : { fingerprint }), ...recorded(audience) };
  await recordTrail(tx, catalogId, trail, 'trail.approved', by, { after });
  return getApproval(tx, catalogId, about.trail_id, by.account_id);
}

/**
 * Withdraws a request or approval of that revision, with a note for the other side. Allowed for the person who asked,
 * the person who approved, and people who could approve, which sends it back: the members of the group that approves,
 * or publishers (`mayPublish`) if there is none. Fails with `conflict` if there is nothing to withdraw, someone decided
 * in the meantime or the trail has changed, and with `forbidden` for anyone else.
 */
export async function withdrawApproval(
  tx: Tx,
  catalogId: string,
  about: AboutRevision,
  by: By,
  mayPublish: boolean,
): Promise<Approval> {
  const approval = await lockApproval(tx, catalogId, about.trail_id, by);
  const { trail, row, standing } = approval;
  if (trail.revision !== about.revision) throw changedMeanwhile(trail.revision, 'decide');
  if (standing !== 'requested' && standing !== 'approved')
    throw refuse('conflict', 'This revision has no request or approval to withdraw.');
  requireUnchanged(about, approval);
  const isOwn = by.account_id !== null && [row.requested_by, row.decided_by].includes(by.account_id);
  if (!isOwn && !(row.is_approver ?? mayPublish))
    throw refuse(
      'forbidden',
      'Only the person who asked, the person who approved, or another person who can approve may withdraw this.',
    );
  const { revision, note: answer } = about;
  const decision = { revision, answer, audience: approval.audience, account_id: by.account_id, fingerprint: null };
  await upsertDecision(tx, catalogId, about.trail_id, { ...decision, state: 'withdrawn' });
  const before = { revision, state: standing };
  await recordTrail(tx, catalogId, trail, 'trail.approval_withdrawn', by, { before });
  return getApproval(tx, catalogId, about.trail_id, by.account_id);
}

const named = ({ audience, groups }: AboutRevision): Partial<Audience> => ({
  ...(audience === undefined ? {} : { visibility: audience }),
  ...(groups === undefined ? {} : { groups }),
});

/** Fails with `conflict` if the state or the audience is not as the person saw it. */
const requireUnchanged = ({ seen }: AboutRevision, { standing, audience }: Approval): void =>
  requireSeen(seen, { state: standing, audience: audience.visibility, group_ids: groupsOf(audience) });

/** The groups that an approval depends on: none if everyone sees the trail. */
export const groupsOf = ({ visibility, groups }: Audience): readonly string[] =>
  visibility === 'restricted' ? groups : [];

/** The audience in an audit entry. */
const recorded = ({ visibility, groups }: Audience) =>
  visibility === 'all_teams' || groups.length === 0
    ? { audience: visibility }
    : { audience: visibility, group_ids: groups };

/** The approval of a trail, which stays locked until the transaction ends. */
async function lockApproval(tx: Tx, catalogId: string, trailId: string, by: By): Promise<Approval> {
  const trail = await getLockedTrail(tx, catalogId, trailId);
  return approvalOf(trail, (await findApproval(tx, catalogId, trailId, by.account_id)) ?? noSuchTrail(), by.account_id);
}

function requireWanted({ approval_required }: ApprovalRow): void {
  if (!approval_required)
    throw refuse('conflict', 'This catalog does not require approval. Publish the trail directly.');
}
