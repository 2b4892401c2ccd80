// The trails that wait for a person's approval, for members of the group that approves. They need no role.
import { ok } from '../../http/answers/answer.ts';
import { listRequestsFor } from '../../trails/approval/approvers.ts';
import { personRef } from '../../trails/trail.ts';
import { operation } from '../session/session-endpoint.ts';
import { readerOf } from './reader-of.ts';
import { ApprovalRequestList } from './reader-shapes.ts';

const TAG = 'Reading';

export const listMyApprovalsOperation = operation({
  id: 'listMyApprovals',
  summary: 'List the trails that wait for my approval as a member of the group that approves',
  tag: TAG,
  needs: 'member',
  answers: { 200: { description: 'Oldest request first, at most 200.', schema: ApprovalRequestList } },
  refusals: [],
  async handle(call) {
    const { team_id, account_id } = readerOf(call);
    const rows = await listRequestsFor(call.db, team_id, account_id);
    const items = rows.map(({ requested_by, requested_by_name, ...row }) => ({
      ...row,
      requested_by: personRef(requested_by, requested_by_name),
    }));
    return ok({ items });
  },
});
