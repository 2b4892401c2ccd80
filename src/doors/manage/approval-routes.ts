// Approvals of revisions, for the authors who request them and the people who decide, and the catalog's approval rules.
import { type Static, Type } from '@sinclair/typebox';
import type { Blobs } from '../../assets/blob.ts';
import { Seen } from '../../base/seen.ts';
import { closed, Instant, ids, Nullable, OneOf, Uuid } from '../../base/shape.ts';
import { ok } from '../../http/answers/answer.ts';
import type { Call } from '../../http/endpoint/endpoint.ts';
import { mayPublish, type SessionCaller } from '../../identity/session.ts';
import { draftFingerprint } from '../../skills/fingerprint.ts';
import {
  type AboutRevision,
  type Approval,
  approveRevision,
  getApproval,
  groupsOf,
  requestApproval,
  withdrawApproval,
} from '../../trails/approval/approval.ts';
import { LIMITS } from '../../trails/document/limits.ts';
import { noteOf } from '../../trails/publication/note.ts';
import { personRef } from '../../trails/trail.ts';
import type { TrailRules } from '../../trails/trail-rules.ts';
import { VISIBILITIES } from '../../trails/visibility.ts';
import { byOf, catalogOf, operation, routes } from '../session/session-endpoint.ts';

export interface ApprovalDeps {
  readonly rules: TrailRules;
  readonly blobs: Blobs;
}

const TAG = 'Authoring';

const Person = (description: string) =>
  Nullable(Type.Object({ id: Uuid('The person.'), name: Type.String() }, closed), { description });

const State = OneOf(['not_requested', 'requested', 'approved', 'withdrawn', 'outdated'], {
  description: 'outdated: the request or approval was for an earlier revision.',
});
const MAX_GROUPS = 200;
const audienceMembers = {
  audience: OneOf(VISIBILITIES, {
    description:
      'Everyone, or people with access: as requested or given for this revision, or else the audience of the trail.',
  }),
  group_ids: Type.Array(Uuid('A group.'), {
    maxItems: MAX_GROUPS,
    description: 'With a restricted audience: the groups, likewise.',
  }),
};
const ApprovalResource = Type.Object(
  {
    required: Type.Boolean({ description: 'Whether the catalog requires approval before publishing.' }),
    revision: Type.Integer({ description: 'The current revision, which `state` refers to.' }),
    state: State,
    saved_by: Person('Who saved the current revision.'),
    requested_by: Person('Who requested the approval.'),
    requested_at: Nullable(Instant('When.')),
    note: Nullable(Type.String({ description: "The requester's note." })),
    decided_by: Person('Who approved or sent back the revision.'),
    decided_at: Nullable(Instant('When.')),
    answer: Nullable(Type.String({ description: "The decider's note." })),
    fingerprint: Nullable(Type.String(), {
      description: 'SHA-256 of the approved content and its images, as in the skills made from it; null before.',
    }),
    ...audienceMembers,
    group_names: Type.Array(Type.String(), { description: 'The names of these groups.' }),
    approver_group: Nullable(Type.String(), {
      description: 'The name of the group whose members approve; null: every publisher approves.',
    }),
    obstacle: Nullable(Type.String(), {
      description: 'Why the caller cannot approve this revision; null if only their roles decide.',
    }),
  },
  { $id: 'ApprovalResource', ...closed },
);

const revisionMembers = {
  revision: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The revision under review.' }),
  note: Type.Optional(
    Nullable(Type.String({ maxLength: LIMITS.note.max, description: 'A note to the other person.' })),
  ),
};
const audience = Type.Optional(
  OneOf(VISIBILITIES, {
    description:
      'Who will see the trail: all_teams opens a live restricted trail. Default: as requested, or unchanged.',
  }),
);
const group_ids = Type.Optional(
  Type.Array(Uuid('A group.'), {
    maxItems: MAX_GROUPS,
    uniqueItems: true,
    description: 'The groups that will see a restricted trail. Default: as requested, or those that see it now.',
  }),
);
const ApprovalBody = Type.Object(
  { ...revisionMembers, audience, group_ids, seen: Seen({ state: State, ...audienceMembers }) },
  { $id: 'ApprovalBody', ...closed },
);
type ApprovalBody = Static<typeof ApprovalBody>;

const answers = { 200: { description: 'The approval state of the current revision.', schema: ApprovalResource } };

const getApprovalOperation = operation({
  id: 'getApproval',
  forEditors: true,
  forApprovers: true,
  summary: 'The approval state of a trail',
  tag: TAG,
  needs: 'author',
  params: ids('trail_id'),
  answers,
  refusals: ['not-found'],
  handle: async (call) =>
    ok(approvalResource(await getApproval(call.db, catalogOf(call), call.params.trail_id, call.caller.account_id))),
});

interface Decision {
  readonly id: string;
  readonly needs: 'author' | 'publisher';
  readonly forEditors?: boolean;
  readonly forApprovers?: boolean;
  readonly summary: string;
}
type SessionCall = Call<SessionCaller>;
/** Work before the transaction, because images take time to read. */
type Prepare = (call: SessionCall, trailId: string, revision: number) => Promise<Pick<AboutRevision, 'fingerprint'>>;
type Decide = (
  tx: Parameters<Parameters<SessionCall['commit']>[0]>[0],
  catalogId: string,
  about: AboutRevision,
  call: Pick<SessionCall, 'caller' | 'requestId' | 'address' | 'headers'>,
) => Promise<Approval>;

const decisionOperation = (decision: Decision, decide: Decide, prepare: Prepare = async () => ({})) =>
  operation({
    ...decision,
    description: 'Applies to the given revision. Returns 409 if the trail has a newer one.',
    tag: TAG,
    params: ids('trail_id'),
    body: { schema: ApprovalBody, example: { revision: 7, note: 'The second prompt is shorter.' } },
    answers,
    refusals: ['not-found', 'conflict', 'validation'],
    async handle(call) {
      const { note, group_ids: groups, ...wanted }: ApprovalBody = await call.json(ApprovalBody);
      const prepared = await prepare(call, call.params.trail_id, wanted.revision);
      const about = { trail_id: call.params.trail_id, ...wanted, ...prepared, note: noteOf(note?.trim()), groups };
      return call.commit(async (tx) => ok(approvalResource(await decide(tx, catalogOf(call), about, call))));
    },
  });

const requestApprovalOperation = ({ rules }: ApprovalDeps) =>
  decisionOperation(
    { id: 'requestApproval', needs: 'author', forEditors: true, summary: 'Request approval from another person' },
    (tx, catalogId, about, call) => requestApproval(tx, catalogId, about, byOf(call), rules),
  );

const approveApprovalOperation = ({ rules, blobs }: ApprovalDeps) =>
  decisionOperation(
    { id: 'approveApproval', needs: 'publisher', forApprovers: true, summary: 'Approve this exact revision' },
    (tx, catalogId, about, call) => approveRevision(tx, catalogId, about, byOf(call), rules),
    // The transaction refuses to approve any other revision.
    async (call, trailId, revision) => {
      const draft = await draftFingerprint(blobs, rules.ownImagePrefix, call.db, catalogOf(call), trailId);
      return draft.revision === revision ? { fingerprint: draft.fingerprint } : {};
    },
  );

const withdrawApprovalOperation = decisionOperation(
  {
    ...{ id: 'withdrawApproval', needs: 'author', forEditors: true, forApprovers: true },
    summary: 'Withdraw a request or an approval, or send it back',
  },
  (tx, catalogId, about, call) => withdrawApproval(tx, catalogId, about, byOf(call), mayPublish(call.caller)),
);

const approvalResource = ({ trail, row, standing, audience: about, obstacle }: Approval) => ({
  required: row.approval_required,
  revision: trail.revision,
  state: standing,
  audience: about.visibility,
  group_ids: [...groupsOf(about)],
  group_names: groupsOf(about).map((id) => row.group_names[id] ?? 'a deleted group'),
  approver_group: row.approver_group,
  saved_by: personRef(row.saved_by, row.saved_by_name),
  requested_by: personRef(row.requested_by, row.requested_by_name),
  requested_at: row.requested_at,
  note: row.note,
  decided_by: personRef(row.decided_by, row.decided_by_name),
  decided_at: row.decided_at,
  answer: row.answer,
  fingerprint: row.fingerprint,
  obstacle: obstacle === null ? null : String(obstacle),
});

export const approvalEndpoints = (deps: ApprovalDeps) =>
  routes({
    'GET /trails/:trail_id/approval': getApprovalOperation,
    'POST /trails/:trail_id/approval/request': requestApprovalOperation(deps),
    'POST /trails/:trail_id/approval/approve': approveApprovalOperation(deps),
    'POST /trails/:trail_id/approval/withdraw': withdrawApprovalOperation,
  });
