// Whether the current revision needs another person's approval before it is published.
import type { Approval } from '../../api/publishing.ts';
import type { TrailDetail } from '../../api/trails.ts';

/** True if the approval covers the trail's audience. */
export const isApproved = ({ visibility }: TrailDetail, { state, audience }: Approval): boolean =>
  state === 'approved' && (audience !== 'restricted' || visibility === 'restricted');

export const needsApproval = (detail: TrailDetail, approval: Approval | undefined): approval is Approval =>
  approval?.required === true && !isApproved(detail, approval);

/** True if the person can approve. Members of the group that approves need no role once someone has asked. */
export const mayDecide = ({ obstacle, approver_group, state }: Approval, isPublisher: boolean): boolean =>
  obstacle === null && (isPublisher || (approver_group !== null && state === 'requested'));
