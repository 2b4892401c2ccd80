// Members of the group that approves. They need no role: they read a trail while they can decide about it.
import { findApprover, findDecider, selectRequests } from './approval-store.ts';

/** True if the catalog requires approval and the person is in the group that gives it. */
export const isApprover = findApprover;

/** True if the person approves here, and the current revision waits for a decision or the person decided about it. */
export const decidesAbout = findDecider;

/** At most 200 trails that wait for the person's approval, oldest request first. */
export const listRequestsFor = selectRequests;
