// Whether the revision on the page wants another person's approval before it is published.
import type { Approval } from '../../api/publishing.ts';
import type { TrailDetail } from '../../api/trails.ts';

/** True where the approval holds for whom the trail is shown to. */
export const isApproved = ({ visibility }: TrailDetail, { state, audience }: Approval): boolean =>
  state === 'approved' && (audience !== 'restricted' || visibility === 'restricted');

export const needsApproval = (detail: TrailDetail, approval: Approval | undefined): approval is Approval =>
  approval?.required === true && !isApproved(detail, approval);
