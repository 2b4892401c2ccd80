// Members of the group that approves. They need no role, and read trails whose current revision
// they can decide about.
import { findApprover, findDecider, selectRequests } from './approval-store.ts';

/** True if the catalog requires approval and the person is in the group that gives it. */
export const isApprover = findApprover;

/** True if the person approves here, and approval of the current revision was requested or given. */
export const decidesAbout = findDecider;

/** At most 200 trails that wait for the person's approval, oldest request first. */
export const listRequestsFor = selectRequests;
