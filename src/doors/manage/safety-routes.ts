// Safety findings of a draft, and accepting them with a reason.
import { Type } from '@sinclair/typebox';
import { Count, closed, Instant, ids, Nullable, OneOf, Uuid } from '../../base/shape.ts';
import { INK } from '../../base/text.ts';
import { ok } from '../../http/answers/answer.ts';
import { SAFETY_CLASSES } from '../../safety/safety-finding.ts';
import { SAFETY_DECISIONS } from '../../trails/checks/safety-checks.ts';
import { LIMITS } from '../../trails/document/limits.ts';
import { acceptFinding, getTrailSafety, reopenFinding, type TrailSafety } from '../../trails/safety/accept-finding.ts';
import { personRef } from '../../trails/trail.ts';
import type { TrailRules } from '../../trails/trail-rules.ts';
import { byOf, catalogOf, operation, routes } from '../session/session-endpoint.ts';

const TAG = 'Authoring';

const Acceptance = Type.Object(
  {
    reason: Type.String({ description: 'Why the finding is fine.' }),
    accepted_by: Nullable(Type.Object({ id: Uuid('The person.'), name: Type.String() }, closed), {
      description: 'Who accepted it.',
    }),
    accepted_at: Instant('When.'),
  },
  closed,
);
const FINDING_ID = '^[0-9a-f]{32}$';
const SafetyFinding = Type.Object(
  {
    id: Type.String({ description: 'Identifies the text, also in later revisions.' }),
    class: OneOf(SAFETY_CLASSES, { description: 'What was found.' }),
    field: Type.String({ description: 'A path such as `prompts[2].body`.' }),
    at: Count('Where the text begins in the field, in UTF-16 units.'),
    length: Count('How long the text is, in UTF-16 units.'),
    message: Type.String({ description: 'What was found, and what to do. Never quotes a secret.' }),
    decision: OneOf(SAFETY_DECISIONS, { description: 'What the workspace decided about findings of this class.' }),
    standing: OneOf(['error', 'warning', 'fine'], { description: 'error: the trail cannot be published.' }),
    acceptance: Nullable(Acceptance, { description: 'Null if nobody accepted the finding.' }),
    obstacle: Nullable(Type.String(), { description: 'Why the caller cannot accept the finding; null if they can.' }),
  },
  closed,
);
const TrailSafetyResource = Type.Object(
  {
    revision: Type.Integer({ description: 'The revision that was checked.' }),
    findings: Type.Array(SafetyFinding),
  },
  { $id: 'TrailSafety', ...closed },
);

const members = {
  revision: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The revision that the person saw.' }),
  finding: Type.String({ minLength: 32, maxLength: 32, pattern: FINDING_ID, description: 'The id of the finding.' }),
};
const reason = Type.String({
  ...{ minLength: 1, maxLength: LIMITS.note.max, pattern: INK, 'x-pattern': '\\S' },
  description: 'Why the finding is fine. The audit log keeps it.',
});
const AcceptFindingBody = Type.Object({ ...members, reason }, { $id: 'AcceptFindingBody', ...closed });
const ReopenFindingBody = Type.Object(members, { $id: 'ReopenFindingBody', ...closed });

const answers = { 200: { description: 'The findings in the current draft.', schema: TrailSafetyResource } };
const example = { revision: 7, finding: '0f343b0931126a20f133d67c2b018a3b' };

const getTrailSafetyOperation = (rules: TrailRules) =>
  operation({
    id: 'getTrailSafety',
    forEditors: true,
    forApprovers: true,
    summary: 'The safety findings of a draft',
    tag: TAG,
    needs: 'author',
    params: ids('trail_id'),
    answers,
    refusals: ['not-found'],
    handle: async (call) =>
      ok(resource(await getTrailSafety(call.db, catalogOf(call), call.params.trail_id, call.caller.account_id, rules))),
  });

const acceptFindingOperation = (rules: TrailRules) =>
  operation({
    id: 'acceptFinding',
    summary: 'Accept a safety finding with a reason',
    description:
      'For authors only, not for editors of the trail. Applies to the same text in later revisions, too. Returns 409 ' +
      'if the trail has a newer revision.',
    tag: TAG,
    needs: 'author',
    params: ids('trail_id'),
    body: { schema: AcceptFindingBody, example: { ...example, reason: 'The address of our own help desk.' } },
    answers,
    refusals: ['not-found', 'conflict', 'forbidden', 'validation'],
    async handle(call) {
      const body = await call.json(AcceptFindingBody);
      const about = { ...body, reason: body.reason.trim(), trail_id: call.params.trail_id };
      return call.commit(async (tx) =>
        ok(resource(await acceptFinding(tx, catalogOf(call), about, byOf(call), rules))),
      );
    },
  });

const reopenFindingOperation = (rules: TrailRules) =>
  operation({
    id: 'reopenFinding',
    summary: 'End the acceptance of a safety finding',
    tag: TAG,
    needs: 'author',
    params: ids('trail_id'),
    body: { schema: ReopenFindingBody, example },
    answers,
    refusals: ['not-found', 'conflict', 'validation'],
    async handle(call) {
      const about = { ...(await call.json(ReopenFindingBody)), trail_id: call.params.trail_id };
      return call.commit(async (tx) =>
        ok(resource(await reopenFinding(tx, catalogOf(call), about, byOf(call), rules))),
      );
    },
  });

const resource = ({ revision, findings }: TrailSafety) => ({
  revision,
  findings: findings.map(({ id, finding, decision, standing, acceptance, accepted_by_name, obstacle }) => ({
    id,
    class: finding.class,
    ...{ field: finding.field, at: finding.at, length: finding.length, message: String(finding.message) },
    ...{ decision, standing },
    acceptance:
      acceptance === null
        ? null
        : {
            reason: acceptance.reason,
            accepted_by: personRef(acceptance.accepted_by, accepted_by_name),
            accepted_at: acceptance.accepted_at,
          },
    obstacle: obstacle === null ? null : String(obstacle),
  })),
});

export const safetyEndpoints = ({ rules }: { readonly rules: TrailRules }) =>
  routes({
    'GET /trails/:trail_id/safety': getTrailSafetyOperation(rules),
    'POST /trails/:trail_id/safety/accept': acceptFindingOperation(rules),
    'POST /trails/:trail_id/safety/reopen': reopenFindingOperation(rules),
  });
